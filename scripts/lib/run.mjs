// Running another program.
import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { delimiter, resolve } from 'node:path'

/**
 * Runs a program with this terminal's output, or into `output` (a file that is open for writing), and
 * answers its exit code (1 when it cannot start). Programs of `node_modules/.bin` are found by name.
 * `yields`: it takes what processor time others leave.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, cwd?: string, output?: number | 'inherit', yields?: boolean }} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, { env = {}, cwd, output = 'inherit', yields = false } = {}) {
  const bin = resolve('node_modules', '.bin')
  const child = spawn(command, args, {
    stdio: ['ignore', output, output],
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`, ...env },
    cwd,
  })
  if (yields && child.pid !== undefined) setPriority(child.pid, 5)
  return new Promise(done => {
    child.once('error', error => {
      console.error(`${command}: ${error.message}`)
      done(1)
    })
    child.once('exit', code => done(code ?? 1))
  })
}
