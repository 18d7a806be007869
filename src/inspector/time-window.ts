/** Which range of time does the timeline show, and what do zoom and pan make of it? */
import type { TimeRange } from './lanes.ts'

/** How much time is shown, and up to when. */
export interface TimeWindow {
  readonly spanMs: number
  /** `null`: up to now, and on with it. */
  readonly endAt: number | null
}

/** The spans to choose from, ms. */
export const spans: readonly number[] = [1, 5, 15, 60, 360, 1_440, 10_080].map(
  minutes => minutes * 60_000,
)

/** Nothing shorter is shown, ms. */
const shortestMs = 1_000
/** Nothing longer is shown, ms. */
const longestMs = 366 * 24 * 3_600_000
/** Beside the present there is a little room, so that what begins now is seen; part of the span. */
const roomAfterNow = 0.02

/** The span that somebody asked for in a text, within bounds; `null` for what is none. */
export function parseSpan(text: string | null): number | null {
  const spanMs = Number(text)
  return spanMs >= shortestMs ? Math.min(longestMs, spanMs) : null
}

/** The range that is shown at `now`. */
export function rangeOf({ spanMs, endAt }: TimeWindow, now: number): TimeRange {
  const toAt = endAt ?? now + spanMs * roomAfterNow
  return { fromAt: toAt - spanMs, toAt }
}

/** Shows `factor` times as much, keeping in place what stands at `pivot` (0: left edge, 1: right edge). */
export function zoom(window: TimeWindow, factor: number, pivot: number, now: number): TimeWindow {
  const { fromAt, toAt } = rangeOf(window, now)
  const spanMs = Math.min(longestMs, Math.max(shortestMs, window.spanMs * factor))
  const pivotAt = fromAt + (toAt - fromAt) * pivot
  return withEnd(spanMs, pivotAt + spanMs * (1 - pivot), now)
}

/** Moves by a part of what is shown; negative: into the past. */
export function pan(window: TimeWindow, part: number, now: number): TimeWindow {
  return withEnd(window.spanMs, rangeOf(window, now).toAt + window.spanMs * part, now)
}

/** What would reach into the future follows the present. */
function withEnd(spanMs: number, endAt: number, now: number): TimeWindow {
  return { spanMs, endAt: endAt >= now ? null : endAt }
}
