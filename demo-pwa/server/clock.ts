/** Where do the time and the waiting of the server come from? */
import { setTimeout as sleep } from 'node:timers/promises'

/** Time, as the server sees it. */
export interface Clock {
  /** The wall clock, epoch ms. */
  now(): number
  /** Resolves after `ms`, or at once when `signal` aborts; never rejects. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

/** The real clock. */
export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    async wait(ms, signal) {
      await sleep(ms, undefined, { signal }).catch(() => {})
    },
  }
}
