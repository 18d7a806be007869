/** How is the clock of this tab set wrong, until the page is loaded again? */
import type { Clock } from 'leasehold'
import { BehaviorSubject } from 'rxjs'

/** A clock that a person can set. */
export interface ShiftableClock extends Clock {
  /** By how much it is wrong, ms; 0 at first. */
  readonly offsetMs: BehaviorSubject<number>
}

/** The clock of the browser, as far as it is not set otherwise. */
export function createShiftableClock(): ShiftableClock {
  const offsetMs = new BehaviorSubject(0)
  return {
    offsetMs,
    now: () => Date.now() + offsetMs.value,
    monotonic: () => performance.now(),
    setTimer(afterMs, fire) {
      // No wait of the demo is longer than a browser's timers can be.
      const handle = setTimeout(fire, Math.ceil(Math.max(afterMs, 0)) + 1)
      return { cancel: () => clearTimeout(handle) }
    },
  }
}
