// End-to-end tests. `chromium`: the demo and the pages of the tests; `firefox`, `webkit`: the suites for every engine.
import { defineConfig } from '@playwright/test'
import type { EngineOptions } from './e2e/engines/lib/test.ts'
import { chromiumLaunch } from './scripts/lib/chromium.mjs'
import { patienceMs } from './scripts/lib/patience.mjs'

/** The engines that `npm test` found; their tests are left out where it found none. */
const engines = (['firefox', 'webkit'] as const).flatMap(engineName => {
  const enginePath = process.env[`LEASEHOLD_${engineName.toUpperCase()}`] ?? ''
  const use = { engineName, enginePath }
  return enginePath === '' ? [] : [{ name: engineName, testMatch: 'engines/*.spec.ts', use }]
})

export default defineConfig<object, EngineOptions>({
  testDir: 'e2e',
  workers: 3,
  timeout: patienceMs,
  retries: 0,
  forbidOnly: true,
  reporter: 'list',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  // Tracing would take a quarter of the time of most tests: `--trace on` shows one that fails.
  use: { trace: 'off', launchOptions: chromiumLaunch },
  projects: [{ name: 'chromium', testIgnore: 'engines/**' }, ...engines],
})
