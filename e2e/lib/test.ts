/** What does every end-to-end test start with? */
import { expect as baseExpect, test as base } from '@playwright/test'
import { type Demo, startDemo } from './demo.ts'
import { type Device, type DeviceOptions, startDevice } from './device.ts'
import { type Pages, startPages } from './pages.ts'

/** Waits longer than the tool does by itself: only order and counts are promised, on any machine. */
export const expect = baseExpect.configure({ timeout: 20_000 })

interface TestFixtures {
  /** The server as at its start. */
  readonly demo: Demo
  /** A browser of this test alone. */
  readonly device: Device
  /** How that browser is started. */
  readonly deviceOptions: DeviceOptions
  /** The pages of the tests, whose server answers at once as at the start. */
  readonly pages: Pages
}

interface WorkerFixtures {
  readonly server: Demo
  readonly built: Pages
}

/** The test function with its servers and its browser. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- the tool reads the names of fixtures from here
    async ({}, use) => {
      const server = await startDemo()
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  demo: async ({ server }, use) => {
    await server.reset()
    await use(server)
  },
  built: [
    // oxlint-disable-next-line no-empty-pattern -- the tool reads the names of fixtures from here
    async ({}, use) => {
      const pages = await startPages()
      await use(pages)
      await pages.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  pages: async ({ built }, use) => {
    await use(built)
    built.release()
  },
  deviceOptions: [{}, { option: true }],
  device: [
    async ({ deviceOptions }, use) => {
      const device = await startDevice(deviceOptions)
      await use(device)
      await device.close()
    },
    { timeout: 60_000 },
  ],
})
