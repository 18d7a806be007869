// The suites that `npm test` runs: where their files lie, and how each is run and counted.
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildDemo } from './demo.mjs'
import { listFiles } from './files.mjs'
import { readPlaywright, readVitest } from './results.mjs'
import { run } from './run.mjs'

/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {boolean} inBrowser
 * @property {boolean} [inEngines] some of its tests also run in Firefox and WebKit, where there are any
 * @property {() => string[]} files
 * @property {(report: string, options: RunOptions) => Promise<number>} run writes `report`, answers the exit code
 * @property {(report: any) => import('./results.mjs').Result} read
 */

/** @typedef {NonNullable<Parameters<typeof run>[2]>} RunOptions */

/** @param {string} project @param {string} report @param {RunOptions} options */
const runVitest = (project, report, options) =>
  run(
    'vitest',
    [
      'run',
      `--project=${project}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    options,
  )

/** @type {Suite[]} */
export const suites = [
  {
    name: 'rules',
    inBrowser: false,
    files: () => listFiles(join('test', 'model')).filter(path => path.endsWith('.test.ts')),
    run: (report, options) => runVitest('rules', report, options),
    read: readVitest,
  },
  {
    name: 'types',
    inBrowser: false,
    files: () => ['src', 'test'].flatMap(listFiles).filter(path => path.endsWith('.test-d.ts')),
    run: (report, options) => runVitest('types', report, options),
    read: readVitest,
  },
  {
    name: 'unit',
    inBrowser: false,
    files: () =>
      listFiles('test').filter(
        path => path.endsWith('.test.ts') && !/^(browser|model)\//.test(path),
      ),
    run: (report, options) => runVitest('unit', report, options),
    read: readVitest,
  },
  {
    name: 'browser',
    inBrowser: true,
    files: () => listFiles(join('test', 'browser')).filter(path => path.endsWith('.test.ts')),
    run: (report, options) => runVitest('browser', report, options),
    read: readVitest,
  },
  {
    name: 'e2e',
    inBrowser: true,
    inEngines: true,
    files: () => listFiles('e2e').filter(path => path.endsWith('.spec.ts')),
    run: async (report, { env = {}, ...options }) => {
      await buildDemo()
      return run('playwright', ['test', '--reporter=list,json'], {
        ...options,
        env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      })
    },
    read: readPlaywright,
  },
]

/**
 * Runs suites one after the other, and says of each what came of it.
 * @param {readonly Suite[]} suites
 * @param {{ folder: string, env: Record<string, string>, aside: boolean }} options `folder` for their
 * reports; `aside`: each yields to another one, and shows what it printed when it has ended
 * @returns {Promise<import('./results.mjs').Result[]>}
 */
export async function runLane(suites, { folder, env, aside }) {
  const parts = []
  for (const suite of suites) {
    const title = `\n— ${suite.name} —`
    const printed = join(folder, `${suite.name}.txt`)
    const output = aside ? openSync(printed, 'w') : 'inherit'
    if (!aside) console.log(title)
    const result = await runSuite(suite, join(folder, `${suite.name}.json`), {
      env,
      output,
      yields: aside,
    })
    if (typeof output === 'number') {
      closeSync(output)
      console.log(`${title}\n${readFileSync(printed, 'utf8')}`)
    }
    console.log(`${suite.name}: ${result.passed} passed, ${result.failed} failed`)
    parts.push(result)
  }
  return parts
}

/**
 * Runs a suite and reads what came of it; one that ends badly without a failed test counts as a failure.
 * @param {Suite} suite
 * @param {string} report
 * @param {RunOptions} options
 * @returns {Promise<import('./results.mjs').Result>}
 */
async function runSuite(suite, report, options) {
  const code = await suite.run(report, options)
  try {
    const result = suite.read(JSON.parse(readFileSync(report, 'utf8')))
    if (code === 0 || result.failed > 0) return result
    return { ...result, failed: 1, failures: [`The suite ${suite.name} ended with code ${code}.`] }
  } catch {
    const failure = `The suite ${suite.name} ended with code ${code} and left no readable report.`
    return { passed: 0, failed: 1, failures: [failure] }
  }
}
