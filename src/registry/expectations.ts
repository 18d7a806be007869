/** Somebody said that they are about to acquire a key, or to resume it: what came of it, if nobody tells? */
import type { Clock, Timer } from '../port/clock.ts'

/** What nobody has told of after this time is looked for in the store, ms. */
const tellsWithinMs = 2_000

/** Waits for news of keys. */
export interface Expectations {
  /** Somebody is about to acquire the key, or to resume it; `fence` is the highest that is known of it. */
  expect(key: string, fence: number): void
  /** News of the key came: with a higher fence they are what was expected. */
  met(key: string, fence: number): void
  stop(): void
}

/**
 * Makes them. An owner that dies between its acquisition and its message would otherwise hold the
 * key unseen, until somebody happens to trigger it. `read` reads a key again.
 */
export function createExpectations(clock: Clock, read: (key: string) => void): Expectations {
  const expected = new Map<string, { readonly timer: Timer; readonly fence: number }>()

  function forget(key: string): void {
    expected.get(key)?.timer.cancel()
    expected.delete(key)
  }

  return {
    expect(key, fence) {
      if (expected.has(key)) return
      const timer = clock.setTimer(tellsWithinMs, () => {
        expected.delete(key)
        read(key)
      })
      expected.set(key, { timer, fence })
    },
    met(key, fence) {
      const awaited = expected.get(key)
      if (awaited && fence > awaited.fence) forget(key)
    },
    stop() {
      for (const key of expected.keys()) forget(key)
    },
  }
}
