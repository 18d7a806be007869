// Can every adapter be imported where its platform is missing, without touching anything?
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)

test('importing an adapter in Node reads no global of the platform, adds none and leaves nothing running', async () => {
  const folder = new URL('src/platform/', root)
  const modules = readdirSync(folder).map(name => new URL(name, folder).href)
  expect(modules.length).toBeGreaterThan(5)
  const script = fileURLToPath(new URL('scripts/import-cleanly.mjs', root))
  const run = promisify(execFile)(process.execPath, ['--import', 'tsx', script, ...modules])
  await expect(run).resolves.toMatchObject({ stderr: '' })
}, 30_000)
