// `node scripts/browsers.mjs`: installs, with apt, the browsers of the tests that this machine lacks.
import { findBrowser } from './lib/browser.mjs'
import { findEngines } from './lib/engines.mjs'
import { ensureInstalled } from './lib/install.mjs'

await ensureInstalled()
const { run } = await import('./lib/run.mjs')
const packages = (await findEngines()).flatMap(engine => engine.packages)
if (packages.length > 0) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env })
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env })
}
console.log(`Chromium: ${(await findBrowser()) ?? 'none'}`)
const engines = await findEngines()
for (const { line } of engines) console.log(line)
