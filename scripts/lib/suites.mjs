// The suites that `npm test` runs: where their files lie, and how each is run and counted.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildDemo } from './demo.mjs'
import { listFiles } from './files.mjs'
import { countPlaywright, countVitest } from './results.mjs'
import { run } from './run.mjs'

/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {boolean} inBrowser
 * @property {boolean} [inEngines] some of its tests also run in Firefox and WebKit, where there are any
 * @property {() => string[]} files
 * @property {(report: string, env: Record<string, string>) => Promise<number>} run writes `report`, answers the exit code
 * @property {(report: any) => import('./results.mjs').Counts} count
 */

/** @param {string} project @param {string} report @param {Record<string, string>} env */
const runVitest = (project, report, env) =>
  run(
    'vitest',
    [
      'run',
      `--project=${project}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { env },
  )

/** @type {Suite[]} */
export const suites = [
  {
    name: 'rules',
    inBrowser: false,
    files: () => listFiles(join('test', 'model')).filter(path => path.endsWith('.test.ts')),
    run: (report, env) => runVitest('rules', report, env),
    count: countVitest,
  },
  {
    name: 'unit',
    inBrowser: false,
    files: () =>
      listFiles('test').filter(
        path => path.endsWith('.test.ts') && !/^(browser|model)\//.test(path),
      ),
    run: (report, env) => runVitest('unit', report, env),
    count: countVitest,
  },
  {
    name: 'types',
    inBrowser: false,
    files: () => ['src', 'test'].flatMap(listFiles).filter(path => path.endsWith('.test-d.ts')),
    run: (report, env) => runVitest('types', report, env),
    count: countVitest,
  },
  {
    name: 'browser',
    inBrowser: true,
    files: () => listFiles(join('test', 'browser')).filter(path => path.endsWith('.test.ts')),
    run: (report, env) => runVitest('browser', report, env),
    count: countVitest,
  },
  {
    name: 'e2e',
    inBrowser: true,
    inEngines: true,
    files: () => listFiles('e2e').filter(path => path.endsWith('.spec.ts')),
    run: async (report, env) => {
      await buildDemo()
      return run('playwright', ['test', '--reporter=list,json'], {
        env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      })
    },
    count: countPlaywright,
  },
]

/**
 * Runs a suite and counts its tests; a suite that ends badly without a failed test counts as one.
 * @param {Suite} suite
 * @param {{ folder: string, env: Record<string, string> }} options folder for its report
 * @returns {Promise<import('./results.mjs').Counts>}
 */
export async function runSuite(suite, { folder, env }) {
  const report = join(folder, `${suite.name}.json`)
  const code = await suite.run(report, env)
  try {
    const counts = suite.count(JSON.parse(readFileSync(report, 'utf8')))
    return code === 0 || counts.failed > 0 ? counts : { ...counts, failed: 1 }
  } catch {
    console.error(`The suite ${suite.name} ended with code ${code} and left no readable report.`)
    return { passed: 0, failed: 1 }
  }
}
