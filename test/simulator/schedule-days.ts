/** Days of a device with two tabs, drawn from a seed: sleep, clocks that are changed, reloads. */
import type { SeededRandom } from 'leasehold/testing'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** One day, from one time of being awake to the next. */
export interface SimDay {
  /** How the tabs come to the next slot: awake before it, or after it was missed. */
  readonly wakes: 'before-a-slot' | 'late'
  /** How long nobody is awake, ms. */
  readonly asleepMs: number
  /** By how much the wall clock is changed in the night, ms. */
  readonly jumpMs: number
  readonly reloads: 'none' | 'first' | 'second' | 'both' | 'killed'
}

/** Draws days without end. */
export function* drawDays(random: SeededRandom): Generator<SimDay, never> {
  /** How far the clock is ahead of the true time. */
  let aheadMs = 0
  for (;;) {
    const jumpMs = random.chance(0.1) ? drawJump(random, aheadMs) : 0
    aheadMs += jumpMs
    yield {
      wakes: random.chance(0.6) ? 'before-a-slot' : 'late',
      asleepMs: random.chance(0.05) ? (1 + random.below(20)) * day : random.below(2 * day),
      jumpMs,
      reloads: random.chance(0.4)
        ? random.pick(['first', 'second', 'both', 'killed'] as const)
        : 'none',
    }
  }
}

/** A clock goes wrong by hours, or by weeks; and it is set right again. */
function drawJump(random: SeededRandom, aheadMs: number): number {
  if (aheadMs !== 0 && random.chance(0.7)) return -aheadMs
  const most = random.chance(0.3) ? 40 * day : 3 * hour
  return Math.round((random.number() * 2 - 1) * most)
}
