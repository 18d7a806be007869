// What is left of a program that is told to end?
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const program = `
  import { makeFolder, removeFoldersAtSignals } from '${resolve('e2e/lib/folder.ts')}'
  removeFoldersAtSignals()
  setInterval(() => undefined, 1_000)
  process.stdout.write(makeFolder('ended'))
`

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  '%s leaves none of its folders behind, and says so in its exit code',
  async (signal, code) => {
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program])
    const exited = once(child, 'exit')
    const [path] = (await once(child.stdout, 'data')) as readonly unknown[]
    expect(existsSync(String(path))).toBe(true)
    child.kill(signal)
    expect(await exited).toEqual([code, null])
    expect(existsSync(String(path))).toBe(false)
  },
)
