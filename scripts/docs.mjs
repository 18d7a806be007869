// `npm run docs`: builds the site. `-- --serve` shows it then, `-- --dev` shows it while it is written.
import { buildReference, buildSite, siteFolder } from './lib/docs.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { run } from './lib/run.mjs'

const asked = process.argv.slice(2)
const known = ['--serve', '--dev', '--port']
const unknown = asked.filter(word => word.startsWith('--') && !known.includes(word))
if (unknown.length > 0) {
  console.error(`npm run docs takes ${known.join(', ')}, found ${unknown.join(' ')}.`)
  process.exit(1)
}
const at = asked.indexOf('--port')
// The demo has 4173, and its service worker answers there even when it has stopped.
const port = ['--port', at < 0 ? '4273' : (asked[at + 1] ?? '')]

await ensureInstalled()
process.exitCode = await show()

async function show() {
  const code = await buildReference()
  if (code !== 0) {
    console.error('The reference was not made, for what is said above.')
    return code
  }
  if (asked.includes('--dev')) return run('vitepress', ['dev', 'docs', ...port])
  const built = await buildSite()
  if (built !== 0) return built
  if (asked.includes('--serve')) return run('vitepress', ['preview', 'docs', ...port])
  console.log(`The site is in ${siteFolder}; npm run docs -- --serve shows it.`)
  return 0
}
