// A throwaway copy of the project, in which tests run against changed sources.
import { spawn } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { judge } from './mutation-verdict.mjs'

/** @typedef {import('./mutation-map.mjs').Mutant} Mutant */
/** @typedef {import('./mutation-verdict.mjs').Verdict} Verdict */

/** What the tests of rules, leases, registry and simulator need. */
const parts = ['src', 'test', 'scripts', 'package.json', 'tsconfig.base.json', 'vitest.config.ts']

/** A run that takes longer is ended: far more than the slowest one needs, ms. */
const patienceMs = 120_000

/** One copy; `close` ends what runs in it and removes it. */
export class ProjectCopy {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'leasehold-mutants-'))
    /** @type {import('node:child_process').ChildProcess | null} */
    this.child = null
    for (const part of parts) cpSync(part, join(this.folder, part), { recursive: true })
    // One link for each package: what the test tool caches beside them stays in the copy.
    mkdirSync(join(this.folder, 'node_modules'))
    for (const name of readdirSync('node_modules')) {
      if (name.startsWith('.')) continue
      symlinkSync(
        resolve('node_modules', name),
        join(this.folder, 'node_modules', name),
        'junction',
      )
    }
  }

  /**
   * Runs the tests of a mutant against the changed file, and puts the file back.
   * @param {Mutant} mutant
   * @returns {Promise<Verdict>}
   */
  async try({ file, text, becomes, tests }) {
    const path = join(this.folder, file)
    const source = readFileSync(path, 'utf8')
    // A replacement pattern in `becomes` would be one for a plain string.
    writeFileSync(
      path,
      source.replace(text, () => becomes),
    )
    try {
      // Enough to tell what kind of failure it is; more would only take time.
      return await this.test(tests, ['--bail=3'])
    } finally {
      writeFileSync(path, source)
    }
  }

  /**
   * @param {readonly string[]} tests
   * @param {readonly string[]} args
   * @returns {Promise<Verdict>}
   */
  async test(tests, args) {
    const report = join(this.folder, 'report.json')
    rmSync(report, { force: true })
    const ended = await this.#run([
      resolve('node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--project=rules',
      '--project=unit',
      '--maxWorkers=1',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...args,
      ...tests,
    ])
    if (!ended) return { outcome: 'hangs', tests: 0, detail: `ended after ${patienceMs / 1000} s` }
    try {
      return judge(JSON.parse(readFileSync(report, 'utf8')))
    } catch {
      return { outcome: 'broken', tests: 0, detail: 'the tests left no report' }
    }
  }

  /** @param {readonly string[]} args @returns {Promise<boolean>} whether it ended by itself */
  #run(args) {
    // A group of its own: what hangs may be one of its workers.
    const child = spawn(process.execPath, args, {
      cwd: this.folder,
      stdio: 'ignore',
      detached: true,
    })
    this.child = child
    return new Promise(done => {
      let ended = true
      const timer = setTimeout(() => {
        ended = false
        this.#kill()
      }, patienceMs)
      child.once('exit', () => {
        clearTimeout(timer)
        this.child = null
        done(ended)
      })
    })
  }

  #kill() {
    const pid = this.child?.pid
    if (pid === undefined) return
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }

  close() {
    this.#kill()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
