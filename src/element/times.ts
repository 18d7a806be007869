/** How are instants and numbers written in a locale? */

/** Writes them, as seen from one instant. */
export interface Times {
  /** `14:03`, with the day when it is another one than that of `now`, and the year when that is another one. */
  clock(at: number): string
  /** The same; to the second within the next two minutes. */
  next(at: number): string
  number(value: number): string
}

/** From here on the minute says enough. */
const soonMs = 120_000

const day = { day: 'numeric', month: 'short' } as const

/** `locale`: a BCP 47 tag; one that is none, or unknown, counts as that of the runtime. `now`: epoch ms. */
export function createTimes(locale: string | undefined, now: number): Times {
  const known = knownLocale(locale)
  const today = new Date(now)
  const { hour12 } = new Intl.DateTimeFormat(known, { hour: 'numeric' }).resolvedOptions()
  // As clocks have it: `04:05` beside `14:03`, but `4:05 AM`.
  const hour = hour12 ? 'numeric' : '2-digit'

  function write(at: number, isExact: boolean): string {
    const date = new Date(at)
    const isToday = date.toDateString() === today.toDateString()
    const isThisYear = date.getFullYear() === today.getFullYear()
    return new Intl.DateTimeFormat(known, {
      hour,
      minute: '2-digit',
      ...(isExact ? { second: '2-digit' } : {}),
      ...(isToday ? {} : day),
      ...(isThisYear ? {} : { year: 'numeric' }),
    }).format(date)
  }

  return {
    clock: at => write(at, false),
    next: at => write(at, at > now && at - now < soonMs),
    number: value => new Intl.NumberFormat(known).format(value),
  }
}

/** The next instant at which times are written otherwise, though nothing happened: local midnight, epoch ms. */
export function nextMidnight(now: number): number {
  return new Date(now).setHours(24, 0, 0, 0)
}

function knownLocale(locale: string | undefined): string | undefined {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale)[0]
  } catch {
    // No BCP 47 tag: a `lang` may be anything that somebody wrote, and nothing.
    return undefined
  }
}
