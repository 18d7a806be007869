// `npm run simulate -- [--histories N] [--seed S] [--workers W]`: many random histories, on all cores.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { run } from './lib/run.mjs'

await ensureInstalled()
const { bundleForNode } = await import('./lib/bundle.mjs')
const folder = mkdtempSync(join(tmpdir(), 'leasehold-simulate-'))
// Ctrl-C reaches the program below as well: it says where to go on, and ends.
process.on('SIGINT', () => undefined)
try {
  await bundleForNode('test/simulator/worker.ts', folder)
  const program = await bundleForNode('test/simulator/simulate.ts', folder)
  process.exitCode = await run(process.execPath, [program, ...process.argv.slice(2)])
} finally {
  rmSync(folder, { recursive: true, force: true })
}
