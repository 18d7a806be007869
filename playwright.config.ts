// End-to-end tests of the demo. Each test starts its own server on a free port.
import { defineConfig } from '@playwright/test'
import { chromiumLaunch } from './scripts/lib/chromium.mjs'

export default defineConfig({
  testDir: 'e2e',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: 'list',
  use: { trace: 'retain-on-failure', launchOptions: chromiumLaunch },
})
