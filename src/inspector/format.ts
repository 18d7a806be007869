/** How do instants and durations read? In the time of the place, and alike in every language: as logs have them. */

const dayMs = 24 * 3_600_000

/** An instant: the time, and the day unless it is within half a day of `now`. */
export function formatInstant(at: number, now: number): string {
  // By hand: the formatters of the platform take longer than all the rest of a row.
  const date = new Date(at)
  const time = `${clock(date)}:${pad(date.getSeconds())}`
  return Math.abs(now - at) < dayMs / 2 ? time : `${day(date)} ${time}`
}

/** A mark of an axis whose marks are `stepMs` apart. */
export function formatMark(at: number, stepMs: number): string {
  const date = new Date(at)
  if (stepMs >= dayMs) return day(date)
  if (stepMs >= 60_000) return clock(date)
  const seconds = `${clock(date)}:${pad(date.getSeconds())}`
  return stepMs >= 1_000 ? seconds : `${seconds}.${Math.floor(date.getMilliseconds() / 100)}`
}

function clock(date: Date): string {
  return `${pad(date.getHours())}:${pad(date.getMinutes())}`
}

function day(date: Date): string {
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

function pad(part: number): string {
  return String(part).padStart(2, '0')
}

/** A duration in its two largest units: `840 ms`, `3.2 s`, `2 min 5 s`, `1 h 4 min`, `3 d 2 h`. */
export function formatDuration(ms: number): string {
  const whole = Math.max(0, Math.round(ms))
  if (whole < 1_000) return `${whole} ms`
  if (whole < 9_950) return `${(whole / 1_000).toFixed(1)} s`
  const seconds = Math.round(whole / 1_000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return two(minutes, 'min', seconds % 60, 's')
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return two(hours, 'h', minutes % 60, 'min')
  return two(Math.floor(hours / 24), 'd', hours % 24, 'h')
}

function two(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`
}
