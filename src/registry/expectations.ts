/** Somebody said that they are about to acquire: what came of it, if nobody tells? */
import type { Clock, Timer } from '../port/clock.ts'

/** An acquisition that nobody has told of after this time is looked for in the store, ms. */
const tellsWithinMs = 2_000

/** Waits for news of keys. */
export interface Expectations {
  /** Somebody is about to acquire the key. */
  expect(key: string): void
  /** News of the key came. */
  met(key: string): void
  stop(): void
}

/**
 * Makes them. An owner that dies between its acquisition and its message would otherwise hold the
 * key unseen, until somebody happens to trigger it. `read` reads a key again.
 */
export function createExpectations(clock: Clock, read: (key: string) => void): Expectations {
  const expected = new Map<string, Timer>()

  function met(key: string): void {
    expected.get(key)?.cancel()
    expected.delete(key)
  }

  return {
    expect(key) {
      if (expected.has(key)) return
      const timer = clock.setTimer(tellsWithinMs, () => {
        expected.delete(key)
        read(key)
      })
      expected.set(key, timer)
    },
    met,
    stop() {
      for (const key of expected.keys()) met(key)
    },
  }
}
