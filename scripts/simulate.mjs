// `npm run simulate -- [--histories N] [--seed S] [--workers W]`: many random histories, on all cores.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled } from './lib/install.mjs'

await ensureInstalled()
const { bundleForNode } = await import('./lib/bundle.mjs')
const folder = mkdtempSync(join(tmpdir(), 'leasehold-simulate-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
await bundleForNode('test/simulator/worker.ts', folder)
await import(pathToFileURL(await bundleForNode('test/simulator/simulate.ts', folder)).href)
