/** Reads anew what is stored, as often as it takes: whoever misses it knows of no run that others left. */
import type { Clock, Timer } from '../port/clock.ts'

/** A read that failed is repeated after this time, ms; doubled each time up to the longest. */
const firstWaitMs = 1_000
const longestWaitMs = 30_000

/** Reads when it is told to, and again while the store fails. */
export interface Reload {
  begin(): void
  stop(): void
}

/** Makes it. */
export function createReload(clock: Clock, read: () => Promise<void>): Reload {
  let waitMs = firstWaitMs
  let timer: Timer | null = null
  let stopped = false

  function begin(): void {
    timer?.cancel()
    timer = null
    read().then(
      () => {
        waitMs = firstWaitMs
      },
      // Reported by the ledger. The signal that told to read may have been the last for long.
      () => {
        timer?.cancel()
        timer = stopped ? null : clock.setTimer(waitMs, begin)
        waitMs = Math.min(waitMs * 2, longestWaitMs)
      },
    )
  }

  return {
    begin,
    stop() {
      stopped = true
      timer?.cancel()
    },
  }
}
