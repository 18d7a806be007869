/** Where does an instant stand on the timeline that is drawn? */
import type { TimeRange } from './lanes.ts'

/** What is drawn: which part of time, when, and how wide. */
export interface Scale {
  readonly range: TimeRange
  /** Where bars end that go on. */
  readonly now: number
  /** Of all of it; at least 1. */
  readonly widthPx: number
}

/** The part of the width that a duration takes. */
export function partOf(ms: number, { range: { fromAt, toAt } }: Scale): number {
  return ms / Math.max(1, toAt - fromAt)
}

/** Where an instant stands, as a length of CSS. */
export function placeOf(at: number, scale: Scale): string {
  return `${partOf(at - scale.range.fromAt, scale) * 100}%`
}
