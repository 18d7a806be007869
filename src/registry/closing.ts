/** How an agent ends: stop, drain, close. */
import type { Settled } from '../model/settle-result.ts'
import { RegistryError } from '../model/error.ts'
import type { Clock, Timer } from '../port/clock.ts'
import type { Runner } from './runner.ts'
import type { DrainResult, WaitOptions } from './task-registry.ts'

/** By default a forced close waits so long for stages (10 s) and for the store to take their ends, ms. */
const forcedMs = 15_000

/** What closing needs of its agent. */
export interface ClosingDeps {
  readonly clock: Clock
  readonly runner: Runner
  /** Triggers are disarmed, nobody is watched any more. */
  onStop(): void
  /** Everything else ends. */
  dispose(): Promise<void>
}

/** The end of an agent. */
export interface Closing {
  stop(): void
  drain(options: WaitOptions): Promise<DrainResult>
  close(options: WaitOptions & { readonly force?: boolean }): Promise<readonly string[]>
  isClosed(): boolean
  /** An attempt of this agent ended. */
  settled(settled: Settled): void
}

/** Makes it; nothing ends before it is asked to. */
export function createClosing(deps: ClosingDeps): Closing {
  const { clock, runner } = deps
  const counters = new Set<(settled: Settled) => void>()
  let closed = false
  let unfinished: readonly string[] = []
  let dispose: () => void
  const disposed = new Promise<void>((resolve, reject) => {
    dispose = () => void deps.dispose().then(resolve, reject)
  })

  function acquireNoMore(): void {
    if (runner.isStopped()) return
    runner.stop()
    deps.onStop()
  }

  function held(): readonly string[] {
    return [...runner.holdings()].map(holding => holding.runId)
  }

  async function drain(options: WaitOptions): Promise<DrainResult> {
    acquireNoMore()
    const runs = held()
    let failed = 0
    let cancelled = 0
    const count = ({ runId, status }: Settled): void => {
      if (!runs.includes(runId)) return
      if (status === 'failed') failed++
      if (status === 'cancelled') cancelled++
    }
    counters.add(count)
    const end = await waitFor(runner.idle(), runner.isIdle(), options)
    counters.delete(count)
    const running = held().length
    return {
      completed: runner.isIdle(),
      running,
      timedOut: end === 'timeout',
      aborted: end === 'aborted',
      failed,
      cancelled,
      runs,
    }
  }

  function waitFor(
    idle: Promise<void>,
    isIdle: boolean,
    options: WaitOptions,
  ): Promise<'idle' | 'timeout' | 'aborted'> {
    const { timeoutMs, signal } = options
    if (isIdle) return Promise.resolve('idle')
    if (signal?.aborted) return Promise.resolve('aborted')
    return new Promise(resolve => {
      let timer: Timer | null = null
      const settle = (end: 'idle' | 'timeout' | 'aborted') => (): void => {
        timer?.cancel()
        signal?.removeEventListener('abort', onAbort)
        resolve(end)
      }
      const onAbort = settle('aborted')
      signal?.addEventListener('abort', onAbort)
      if (timeoutMs !== undefined) timer = clock.setTimer(timeoutMs, settle('timeout'))
      void idle.then(settle('idle'))
    })
  }

  async function end(options: WaitOptions & { readonly force?: boolean }): Promise<void> {
    acquireNoMore()
    let left: readonly string[] = []
    if (options.force) {
      runner.abortAll()
      await waitFor(runner.idle(), runner.isIdle(), {
        ...options,
        timeoutMs: options.timeoutMs ?? forcedMs,
      })
      left = [...runner.unfinished(), ...held()]
    } else {
      const { completed } = await drain(options)
      // A forced one that has overtaken it meanwhile ends it, too.
      if (!completed && !closed) {
        const runs = held()
        throw new RegistryError(
          'busy',
          `close() waited in vain for ${runs.join(', ')}; the registry stays open. Wait longer, or close({ force: true }).`,
          { runs },
        )
      }
    }
    // Whoever else waits to close gets here, too.
    if (closed) return
    closed = true
    unfinished = left
    dispose()
  }

  return {
    stop() {
      acquireNoMore()
      runner.handOverUnbegun()
    },
    drain,
    async close(options) {
      // A forced close may overtake one that would wait for ever.
      if (!closed) await Promise.race([end(options), disposed])
      await disposed
      return unfinished
    },
    isClosed: () => closed,
    settled(settled) {
      for (const count of counters) count(settled)
    },
  }
}
