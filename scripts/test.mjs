// `npm test [-- rules|unit|types|browser|e2e …]`: everything that is needed, then all suites, then what failed and one line of counts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser, missingBrowser } from './lib/browser.mjs'
import { findEngines } from './lib/engines.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { sumResults } from './lib/results.mjs'

await ensureInstalled()
const { runLane, suites } = await import('./lib/suites.mjs')

const asked = process.argv.slice(2)
const unknown = asked.filter(name => !suites.some(suite => suite.name === name))
if (unknown.length > 0) {
  console.error(`No suite is named ${unknown.join(' or ')}: ${suites.map(s => s.name).join(', ')}.`)
  process.exit(1)
}

const chosen = suites.filter(suite => asked.length === 0 || asked.includes(suite.name))
for (const suite of chosen) {
  if (suite.files().length === 0) console.log(`${suite.name}: no files yet`)
}
const present = chosen.filter(suite => suite.files().length > 0)

/** @type {Record<string, string>} */
const env = {}
if (present.some(suite => suite.inBrowser)) {
  const browser = await findBrowser()
  if (browser === null) {
    console.error(missingBrowser)
    process.exit(1)
  }
  console.log(`Browser: ${browser}`)
  env['LEASEHOLD_CHROMIUM'] = browser
}
/** What is left out, one line each. */
const skipped = []
if (present.some(suite => suite.inEngines)) {
  for (const { name, path, line } of await findEngines()) {
    console.log(line)
    if (path === null) skipped.push(line)
    else env[`LEASEHOLD_${name.toUpperCase()}`] = path
  }
}

const folder = mkdtempSync(join(tmpdir(), 'leasehold-test-'))
/** @type {import('./lib/results.mjs').Result[]} */
let parts
try {
  // Those in a browser wait half of the time, and live by the clock: the others fill what they leave.
  const inBrowser = present.filter(suite => suite.inBrowser)
  const inNode = present.filter(suite => !suite.inBrowser)
  const aside = inBrowser.length > 0
  const lanes = await Promise.all([
    runLane(inBrowser, { folder, env, aside: false }),
    runLane(inNode, { folder, env, aside }),
  ])
  parts = lanes.flat()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

const { passed, failed, failures } = sumResults(parts)
if (passed + failed === 0) console.error('\nNo test ran.')
for (const line of skipped) console.log(`\n${line}`)
for (const failure of failures) console.log(`\n✘ ${failure}`)
if (passed === 0 || failed > 0) process.exitCode = 1
console.log(`\n${passed} passed, ${failed} failed`)
