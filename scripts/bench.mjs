// `npm run bench:failover [-- kills freezes hides]`: finds a browser as `npm test` does, then measures.
import { findBrowser, missingBrowser } from './lib/browser.mjs'
import { ensureInstalled } from './lib/install.mjs'

await ensureInstalled()
const browser = await findBrowser()
if (browser === null) {
  console.error(missingBrowser)
  process.exit(1)
}
const { run } = await import('./lib/run.mjs')
const [name = 'failover', ...rest] = process.argv.slice(2)
process.exitCode = await run(process.execPath, ['--import', 'tsx', `bench/${name}.ts`, ...rest], {
  env: { LEASEHOLD_CHROMIUM: browser },
})
