/** How long until a stored instant, when the clock that wrote it may have been wrong. */

/** Clocks are corrected by less than this all the time, ms. */
const correctionMs = 2_000

/**
 * Milliseconds from `now` until `at`; 0 when it is due. Further away than `sensibleMs` (the largest
 * distance with which it can have been written) it counts as due: the clock was set back since.
 */
export function remainingMs(at: number, now: number, sensibleMs: number): number {
  const distance = at - now
  return distance <= 0 || distance > sensibleMs ? 0 : distance
}

/** Whether `at` is further away than it can have been written, by more than a correction of the clock. */
export function isTooFar(at: number, now: number, sensibleMs: number): boolean {
  return at - now > sensibleMs + correctionMs
}
