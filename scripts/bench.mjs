// `npm run bench [-- row …] [--firefox] [--rounds N] [--json file]`: finds the browsers as `npm test` does, then measures.
// `npm run bench:inspector` scrolls through the inspector's longest list.
import { findBrowser, missingBrowser } from './lib/browser.mjs'
import { findEngines } from './lib/engines.mjs'
import { ensureInstalled } from './lib/install.mjs'

await ensureInstalled()
const browser = await findBrowser()
if (browser === null) {
  console.error(missingBrowser)
  process.exit(1)
}
/** @type {Record<string, string>} */
const env = { LEASEHOLD_CHROMIUM: browser }
const args = process.argv.slice(2)
if (args.includes('--firefox')) {
  const firefox = (await findEngines()).find(({ name }) => name === 'firefox')
  if (!firefox?.path) {
    console.error(firefox?.line)
    process.exit(1)
  }
  env['LEASEHOLD_FIREFOX'] = firefox.path
}
const [first] = args
const isInspector = first === 'inspector'
const program = isInspector ? 'bench/inspector.ts' : 'bench/main.ts'
const { run } = await import('./lib/run.mjs')
process.exitCode = await run(
  process.execPath,
  ['--import', 'tsx', program, ...args.slice(isInspector ? 1 : 0)],
  {
    env,
  },
)
