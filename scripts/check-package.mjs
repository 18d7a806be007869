// Does the packed tarball work for a newcomer: in an empty Vite app, for TypeScript, in plain Node.js?
import { copyFileSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { createNewcomerApp, listEntries, peers } from './lib/newcomer.mjs'
import { run } from './lib/run.mjs'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'leasehold-package-')))

const steps = [
  { name: 'npm install', action: () => createNewcomerApp(folder) },
  { name: 'vite build', action: buildApp },
  { name: 'types', action: () => run('tsc', ['-p', folder]) },
  { name: 'plain Node.js', action: importEntries },
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

async function buildApp() {
  await build({ root: folder, configFile: false, logLevel: 'warn' })
  return 0
}

function importEntries() {
  const program = 'import-cleanly.mjs'
  copyFileSync(join('scripts', program), join(folder, program))
  return run('node', [program, ...peers, '--', ...listEntries()], { cwd: folder })
}
