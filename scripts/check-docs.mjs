// Does the documentation site build without a warning, with every exported symbol and no dead link?
import { mkdtempSync, openSync, closeSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildReference, buildSite, siteFolder } from './lib/docs.mjs'
import { auditSite } from './lib/site-audit.mjs'

process.exitCode = await check()

async function check() {
  if ((await buildReference()) !== 0) return 1
  console.log('every exported symbol is documented')
  const { code, printed } = await buildQuietly()
  const warnings = printed.split('\n').filter(line => /warn|deprecat|\(!\)|dead link/i.test(line))
  if (code !== 0 || warnings.length > 0) {
    console.error(printed)
    return code || 1
  }
  console.log('the site builds without a warning')
  const faults = auditSite(siteFolder)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) return 1
  console.log('every link of the site leads somewhere, and it fetches nothing from elsewhere')
  return 0
}

/** Builds the site, and keeps what that prints. */
async function buildQuietly() {
  const folder = mkdtempSync(join(tmpdir(), 'leasehold-docs-'))
  const path = join(folder, 'printed.txt')
  const output = openSync(path, 'w')
  try {
    const code = await buildSite({ output, env: { NO_COLOR: '1' } })
    return { code, printed: readFileSync(path, 'utf8') }
  } finally {
    closeSync(output)
    rmSync(folder, { recursive: true, force: true })
  }
}
