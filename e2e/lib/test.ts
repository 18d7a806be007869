/** What does every test of the demo start with? */
import { expect as baseExpect, test as base } from '@playwright/test'
import { type Demo, startDemo } from './demo.ts'
import { type Device, startDevice } from './device.ts'

/** Waits longer than the tool does by itself: only order and counts are promised, on any machine. */
export const expect = baseExpect.configure({ timeout: 20_000 })

interface TestFixtures {
  /** The server as at its start. */
  readonly demo: Demo
  /** A browser of this test alone. */
  readonly device: Device
}

/** The test function with its server and its browser. */
export const test = base.extend<TestFixtures, { readonly server: Demo }>({
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
  device: [
    // oxlint-disable-next-line no-empty-pattern -- the tool reads the names of fixtures from here
    async ({}, use) => {
      const device = await startDevice()
      await use(device)
      await device.close()
    },
    { timeout: 60_000 },
  ],
})
