// Does the packed tarball work for a newcomer: in an empty Vite app, for TypeScript, in plain Node.js, as the README says?
import { copyFileSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { build } from 'vite'
import { findBrowser, missingBrowser } from './lib/browser.mjs'
import { chromiumLaunch } from './lib/chromium.mjs'
import { frameworkPlugins } from './lib/framework-plugins.mjs'
import { createNewcomerApp, listEntries, unwatched } from './lib/newcomer.mjs'
import { readmeApps, writeReadmeApp } from './lib/readme-apps.mjs'
import { run } from './lib/run.mjs'
import { pressInOneOfTwo } from './lib/two-tabs.mjs'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'leasehold-package-')))
const apps = readmeApps.map(app => ({ name: app.name, root: writeReadmeApp(folder, app) }))

const steps = [
  { name: 'npm install', action: () => createNewcomerApp(folder) },
  { name: 'vite build', action: buildApps },
  { name: 'types', action: () => run('tsc', ['-p', folder]) },
  { name: 'plain Node.js', action: importEntries },
  { name: "the README's code in two tabs", action: pressInApps },
]

try {
  for (const { name, action } of steps) {
    if ((await action()) !== 0) {
      console.error(`the tarball, ${name}: failed`)
      process.exitCode = 1
      break
    }
    console.log(`the tarball, ${name}: ok`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function buildApps() {
  for (const root of [folder, ...apps.map(app => app.root)]) {
    await build({ root, configFile: false, logLevel: 'warn', plugins: frameworkPlugins() })
  }
  return 0
}

function importEntries() {
  const program = 'import-cleanly.mjs'
  copyFileSync(join('scripts', program), join(folder, program))
  return run('node', [program, ...unwatched, '--', ...listEntries()], { cwd: folder })
}

async function pressInApps() {
  const executablePath = await findBrowser()
  if (executablePath === null) {
    console.error(missingBrowser)
    return 1
  }
  const browser = await chromium.launch({ ...chromiumLaunch, executablePath })
  try {
    const results = apps.map(async ({ name, root }) => ({
      name,
      fault: await pressInOneOfTwo(browser, root),
    }))
    const faults = (await Promise.all(results)).filter(({ fault }) => fault !== null)
    for (const { name, fault } of faults) console.error(`${name}: ${fault}`)
    return faults.length
  } finally {
    await browser.close()
  }
}
