/** When the clocks of a zone are changed. */
import { day, minute } from './builders.ts'

/** A change of the distance to the clock of the world. */
export interface Change {
  readonly zone: string
  /** The first moment after it. */
  readonly at: number
  readonly beforeMs: number
  readonly afterMs: number
}

/** All zones that there are. */
export const zones: readonly string[] = Intl.supportedValuesOf('timeZone')

/** The changes of a year, by zone. */
export function changesOfYear(year: number, of: readonly string[]): readonly Change[] {
  return of.flatMap(zone => changesOf(year, zone))
}

/** One change of each kind: zones that change in the same instant by the same hours are alike. */
export function distinctChanges(changes: readonly Change[]): readonly Change[] {
  const kinds = new Map(changes.map(each => [`${each.at} ${each.beforeMs} ${each.afterMs}`, each]))
  return [...kinds.values()]
}

function changesOf(year: number, zone: string): readonly Change[] {
  const offset = offsetOf(zone)
  const changes: Change[] = []
  const weekMs = 7 * day
  let from = Date.UTC(year, 0, 1)
  let beforeMs = offset(from)
  for (let to = from + weekMs; to <= Date.UTC(year + 1, 0, 1) + weekMs; to += weekMs) {
    const afterMs = offset(to)
    if (afterMs !== beforeMs) {
      let [low, at] = [from, to]
      while (at - low > minute) {
        const middle = Math.floor((low + at) / 2 / minute) * minute
        if (offset(middle) === beforeMs) low = middle
        else at = middle
      }
      changes.push({ zone, at, beforeMs, afterMs })
    }
    from = to
    beforeMs = afterMs
  }
  return changes
}

/** How far the wall clock of a zone is ahead of the world's, ms. */
function offsetOf(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return at => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const part = (type: string): number => parts.get(type as 'year') ?? 0
    const wall = Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    )
    return wall - at
  }
}
