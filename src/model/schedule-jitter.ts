/** How long a slot of the wall clock waits on this device, so that not all devices ask at once. */

/** The longest wait, ms. */
const jitterAtMostMs = 60_000
/** The longest part of a period that is waited. */
const partOfPeriod = 0.05

/**
 * Less than 60 s and than 5 % of the period that the slot begins. It hangs on the anchor, which is
 * stored: every tab waits as long, and always.
 */
export function jitterMs(anchorAt: number, periodMs: number): number {
  const mostMs = Math.min(jitterAtMostMs, partOfPeriod * periodMs)
  return Math.floor(fractionOf(anchorAt) * mostMs)
}

/** A number from 0 to 1, as good as drawn: neighbouring anchors have nothing in common. */
function fractionOf(anchorAt: number): number {
  let mixed = Math.imul(anchorAt ^ (anchorAt / 2 ** 32), 0x9e3779b1)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
}
