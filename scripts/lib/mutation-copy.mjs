// A throwaway copy of the project, in which tests run against changed sources.
import { fork } from 'node:child_process'
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

/** @typedef {import('./mutation-map.mjs').Mutant} Mutant */
/** @typedef {import('./mutation-verdict.mjs').Verdict} Verdict */
/** @typedef {import('./mutation-worker.mjs').Order} Order */

/** What the tests of rules, leases, registry and simulator need. */
const parts = ['src', 'test', 'scripts', 'package.json', 'tsconfig.base.json', 'vitest.config.ts']

/** A mutant that runs longer hangs: far more than the slowest tests need, ms. */
const patienceMs = 120_000

/** Enough failures to tell of what kind they are; more would only take time. */
const bail = 3

/** One copy; `close` ends what runs in it and removes it. */
export class ProjectCopy {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'leasehold-mutants-'))
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
    /** @type {import('node:child_process').ChildProcess | null} */
    this.worker = null
    /** Files that are not as the worker knows them. @type {Set<string>} */
    this.changed = new Set()
  }

  /**
   * Runs the tests of a mutant against the changed file, and puts the file back.
   * @param {Mutant} mutant
   * @returns {Promise<Verdict>}
   */
  async try({ file, text, becomes, tests }) {
    const path = join(this.folder, file)
    const source = readFileSync(path, 'utf8')
    // By a function: a plain replacement would read `$` as a pattern.
    writeFileSync(
      path,
      source.replace(text, () => becomes),
    )
    this.changed.add(file)
    try {
      return await this.#order(tests, bail, patienceMs)
    } finally {
      writeFileSync(path, source)
      this.changed.add(file)
    }
  }

  /**
   * Runs tests against the unchanged sources.
   * @param {readonly string[]} tests
   * @returns {Promise<Verdict>}
   */
  test(tests) {
    return this.#order(tests, 0, patienceMs * 5)
  }

  close() {
    this.#end()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /**
   * @param {readonly string[]} tests
   * @param {number} bail
   * @param {number} withinMs
   * @returns {Promise<Verdict>}
   */
  #order(tests, bail, withinMs) {
    const worker = (this.worker ??= this.#start())
    /** @type {Order} */
    const order = { changed: [...this.changed], tests, bail }
    this.changed.clear()
    return new Promise(done => {
      /** @param {Verdict} verdict */
      const answer = verdict => {
        clearTimeout(timer)
        worker.off('message', onMessage)
        worker.off('exit', onExit)
        done(verdict)
      }
      const onMessage = (/** @type {unknown} */ verdict) => answer(/** @type {Verdict} */ (verdict))
      const onExit = () => {
        this.worker = null
        answer({ outcome: 'broken', tests: 0, detail: 'the test tool ended' })
      }
      const timer = setTimeout(() => {
        this.#end()
        answer({ outcome: 'hangs', tests: 0, detail: `ended after ${withinMs / 1000} s` })
      }, withinMs)
      worker.on('message', onMessage)
      worker.on('exit', onExit)
      worker.send(order)
    })
  }

  #start() {
    const program = join(this.folder, 'scripts', 'lib', 'mutation-worker.mjs')
    // Started in the copy: the tool takes its folder for the project. Errors that a mutant prints are its own.
    return fork(program, { cwd: this.folder, stdio: 'ignore' })
  }

  #end() {
    this.worker?.removeAllListeners()
    this.worker?.kill('SIGKILL')
    this.worker = null
  }
}
