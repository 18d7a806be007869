/** A program that a test starts, and ends by its own id. */
import { type ChildProcess, spawn } from 'node:child_process'

/** A running program. */
export interface Program {
  readonly child: ChildProcess
  /** Ends it and what it started; resolves when it is gone. */
  end(): Promise<void>
}

/** Starts it in a process group of its own; its fourth stream (3) can be read. */
export function startProgram(
  path: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Program {
  const child = spawn(path, args, {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
    env: { ...process.env, ...env },
  })
  const gone = new Promise<void>(resolve => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const endGroup = (): void => {
    if (child.pid === undefined) return
    try {
      process.kill(-child.pid, 'SIGTERM')
    } catch {
      // It is gone already.
    }
  }
  // Also when the test tool gives up on its worker.
  process.once('exit', endGroup)
  return {
    child,
    async end() {
      process.off('exit', endGroup)
      endGroup()
      await gone
    },
  }
}
