/** The real clock: wall, monotonic, and timers of any length. */
import type { Clock, Timer } from '../port/clock.ts'

/** The longest wait in ms that fits: with one more, `setTimeout` is still within 2^31 - 1. */
const longestMs = 2 ** 31 - 2

/**
 * The clock of this context.
 *
 * Timers are late in hidden pages (once a minute) and during sleep. A negative wait is none; an
 * infinite one never fires. In Node a pending timer does not keep the process alive: what it waits
 * for is in the store and goes on with the next start. A process that has to be there for its
 * schedules stays alive by itself, as a server does.
 */
export function systemClock(): Clock {
  return { now: () => Date.now(), monotonic: () => performance.now(), setTimer: startTimer }
}

function startTimer(afterMs: number, fire: () => void): Timer {
  let handle: ReturnType<typeof setTimeout>
  const wait = (restMs: number): void => {
    // Beyond 2^31 - 1 ms `setTimeout` fires at once: a schedule of next month would run hot.
    const partMs = Math.min(restMs, longestMs)
    const next = restMs > partMs ? () => wait(restMs - partMs) : fire
    // Browsers cut fractions off, and Node is up to 1 ms early by both clocks: without the extra
    // millisecond, who looks at the clock when called finds that nothing is due yet.
    handle = setTimeout(next, Math.ceil(partMs) + 1)
    letExit(handle)
  }
  wait(Math.max(afterMs, 0))
  return { cancel: () => clearTimeout(handle) }
}

function letExit(handle: unknown): void {
  ;(handle as { readonly unref?: () => void }).unref?.()
}
