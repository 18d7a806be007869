// `npm run chaos [-- --minutes 10 --seed 1]`: finds a browser as `npm test` does, builds the demo, then lets a storm over it.
import { findBrowser, missingBrowser } from './lib/browser.mjs'
import { buildDemo } from './lib/demo.mjs'
import { ensureInstalled } from './lib/install.mjs'

await ensureInstalled()
const browser = await findBrowser()
if (browser === null) {
  console.error(missingBrowser)
  process.exit(1)
}
await buildDemo()
const { run } = await import('./lib/run.mjs')
process.exitCode = await run(
  process.execPath,
  ['--import', 'tsx', 'e2e/chaos/main.ts', ...process.argv.slice(2)],
  { env: { LEASEHOLD_CHROMIUM: browser } },
)
