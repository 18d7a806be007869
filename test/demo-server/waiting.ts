/** How do the tests wait without sleeping? */
import { expect } from 'vitest'
import type { Clock } from '../../demo-pwa/server/clock.ts'

/** What `read` gives, once it is as expected: `await eventually(read).toBe(1)`. */
export function eventually<Value>(read: () => Value | Promise<Value>) {
  return expect.poll(read, { interval: 10 })
}

/** A clock that stands still; what waits on it waits for `release`. */
export function createManualClock(): Clock & { release(): void; waiting(): readonly number[] } {
  const waits = new Map<() => void, number>()
  return {
    now: () => 1_700_000_000_000,
    wait: (ms, signal) =>
      new Promise(resolve => {
        const done = () => {
          waits.delete(done)
          resolve()
        }
        waits.set(done, ms)
        signal.addEventListener('abort', done, { once: true })
      }),
    release: () => {
      for (const done of waits.keys()) done()
    },
    waiting: () => [...waits.values()],
  }
}
