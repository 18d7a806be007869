/** How are instants and durations written? Days in the person's locale, times with 24 hours. */

/** The person's, with 24 hours. */
export const locale: string = new Intl.Locale(new Intl.DateTimeFormat().resolvedOptions().locale, {
  hourCycle: 'h23',
}).toString()

const minute = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const second = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const seconds = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

/** `14:03`, with the day when it is another one than `now`'s. */
export function formatTime(at: number, now: number): string {
  return withDay(at, now, minute.format(at))
}

/** `14:03:09`, with the day when it is another one than `now`'s. */
export function formatClock(at: number, now: number): string {
  return withDay(at, now, second.format(at))
}

/** `180 ms`, `2.4 s` or `3 min`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  return ms < 120_000 ? `${seconds.format(ms / 1_000)} s` : `${Math.round(ms / 60_000)} min`
}

function withDay(at: number, now: number, time: string): string {
  return new Date(at).toDateString() === new Date(now).toDateString()
    ? time
    : `${day.format(at)}, ${time}`
}
