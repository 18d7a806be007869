/** Which browser does a test get? Starting one takes longer than most tests: the next test of its kind goes on in it. */
import { type DeviceOptions, type StartedDevice, startDevice } from './device.ts'

/** The browser of one worker. */
export interface DevicePool {
  /** One that was started so; another one is closed before. */
  take(options: DeviceOptions): Promise<StartedDevice>
  /** The test that took it is over. */
  giveBack(): Promise<void>
  close(): Promise<void>
}

/** Makes a pool in which no browser has been started. */
export function createDevicePool(): DevicePool {
  let current: {
    readonly kind: string
    readonly hasWorker: boolean
    readonly device: StartedDevice
  } | null = null

  async function close(): Promise<void> {
    const last = current
    current = null
    await last?.device.close()
  }

  return {
    async take(options) {
      const kind = JSON.stringify(options)
      if (current?.kind !== kind) {
        await close()
        const device = await startDevice(options)
        current = { kind, hasWorker: options.withWorker === true, device }
      }
      return current.device
    },
    async giveBack() {
      // A service worker that the browser wakes later would ask the server of the next test.
      if (current?.hasWorker) await close()
      else await current?.device.clear()
    },
    close,
  }
}
