/** What does every end-to-end test start with? */
import { expect as baseExpect, test as base } from '@playwright/test'
import { patienceMs, statePatienceMs } from '../../scripts/lib/patience.mjs'
import { type Demo, startDemo } from './demo.ts'
import type { Device, DeviceOptions } from './device.ts'
import { createDevicePool, type DevicePool } from './device-pool.ts'
import { type Pages, startPages } from './pages.ts'

/** Waits longer than the tool does by itself. */
export const expect = baseExpect.configure({ timeout: statePatienceMs })

interface TestFixtures {
  /** A host name of this test alone: what a site has stored, locked or said belongs to its address. */
  readonly host: string
  /** The server as at its start. */
  readonly demo: Demo
  /** A browser in which nobody has been at these addresses. */
  readonly device: Device
  /** How that browser is started. */
  readonly deviceOptions: DeviceOptions
  /** The pages of the tests, whose server answers at once as at the start. */
  readonly pages: Pages
}

interface WorkerFixtures {
  /** How many tests this worker began. */
  readonly begun: { count: number }
  readonly devices: DevicePool
  readonly server: Demo
  readonly built: Pages
}

/** The test function with its servers and its browser. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- the tool reads the names of fixtures from here
  begun: [async ({}, use) => use({ count: 0 }), { scope: 'worker' }],
  host: async ({ begun }, use) => {
    begun.count += 1
    // Any such name leads to this machine.
    await use(`test-${begun.count}.localhost`)
  },
  server: [
    // oxlint-disable-next-line no-empty-pattern -- the tool reads the names of fixtures from here
    async ({}, use) => {
      const server = await startDemo()
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: patienceMs },
  ],
  demo: async ({ server, host }, use) => {
    await server.reset()
    await use({ ...server, url: at(host, server.url) })
  },
  built: [
    // oxlint-disable-next-line no-empty-pattern -- the tool reads the names of fixtures from here
    async ({}, use) => {
      const pages = await startPages()
      await use(pages)
      await pages.close()
    },
    { scope: 'worker', timeout: patienceMs },
  ],
  pages: async ({ built, host }, use) => {
    await use({ ...built, url: at(host, built.url), elsewhere: at(host, built.elsewhere) })
    built.release()
  },
  deviceOptions: [{}, { option: true }],
  devices: [
    // oxlint-disable-next-line no-empty-pattern -- the tool reads the names of fixtures from here
    async ({}, use) => {
      const devices = createDevicePool()
      await use(devices)
      await devices.close()
    },
    { scope: 'worker', timeout: patienceMs },
  ],
  device: [
    async ({ devices, deviceOptions }, use) => {
      await use(await devices.take(deviceOptions))
      await devices.giveBack()
    },
    { timeout: patienceMs },
  ],
})

function at(host: string, url: string): string {
  return url.replace('localhost', host)
}
