/** At which instants does the axis of the timeline have its marks? */
import type { TimeRange } from './lanes.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Distances between marks that people read easily, ms. */
const steps = [
  100,
  200,
  500,
  ...[1, 2, 5, 10, 15, 30].map(n => n * second),
  ...[1, 2, 5, 10, 15, 30].map(n => n * minute),
  ...[1, 2, 3, 6, 12].map(n => n * hour),
  ...[1, 2, 7, 14, 30, 90].map(n => n * day),
]

/**
 * At most `most` instants. `offsetMs`: how far the clock on the wall is ahead of UTC, so that marks stand at
 * full hours and midnights of people.
 */
export function axisMarks(
  { fromAt, toAt }: TimeRange,
  most: number,
  offsetMs: number,
): readonly number[] {
  const stepMs =
    steps.find(step => (toAt - fromAt) / step < most) ?? Math.ceil((toAt - fromAt) / most)
  const first = Math.ceil((fromAt + offsetMs) / stepMs) * stepMs - offsetMs
  const count = Math.max(0, Math.floor((toAt - first) / stepMs) + 1)
  return Array.from({ length: count }, (_, i) => first + i * stepMs)
}
