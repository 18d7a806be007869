/** Random numbers that are the same for the same seed, and ids that are numbered. */
import type { Random } from '../port/clock.ts'

/** Reproducible randomness. */
export interface SeededRandom extends Random {
  /** An integer from 0 to `below` − 1. */
  below(below: number): number
  /** Whether something of this probability happens. */
  chance(probability: number): boolean
  /** One of them; throws when there are none. */
  pick<T>(from: readonly T[]): T
}

/**
 * Makes the randomness of a seed; ids are `<prefix>.1`, `<prefix>.2` and so on.
 * Source of the numbers: the public-domain generator mulberry32.
 *
 * @example
 * const random = seededRandom(7, 'tab')
 * random.id() // 'tab.1'
 */
export function seededRandom(seed: number, prefix = 'id'): SeededRandom {
  let state = seed >>> 0
  let ids = 0

  function number(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  const below = (limit: number): number => Math.floor(number() * limit)
  return {
    number,
    id: () => `${prefix}.${++ids}`,
    below,
    chance: probability => number() < probability,
    pick(from) {
      if (from.length === 0) throw new RangeError('there is nothing to pick from')
      return from[below(from.length)] as (typeof from)[number]
    },
  }
}
