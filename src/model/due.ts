/** How long until a stored instant, when the clock that wrote it may have been wrong. */

/**
 * Milliseconds from `now` until `at`; 0 when it is due. Further away than `sensibleMs` (the largest
 * distance with which it can have been written) it counts as due: the clock was set back since.
 */
export function remainingMs(at: number, now: number, sensibleMs: number): number {
  const distance = at - now
  return distance <= 0 || distance > sensibleMs ? 0 : distance
}
