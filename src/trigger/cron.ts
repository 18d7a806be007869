/** Entry `leasehold/cron`: a schedule at the wall-clock times of a cron expression. */
import { Cron } from 'croner'
import { wallClockCalendar } from '../model/cron-calendar.ts'
import { RegistryError } from '../model/error.ts'
import { checkKinds, foundIn, type OptionKinds } from '../model/option-kinds.ts'
import type { Missed } from '../model/schedule.ts'
import type { TriggerSource } from '../port/trigger-source.ts'
import { checkMissed } from './missed.ts'

export type { Missed } from '../model/schedule.ts'
export type { TriggerSource } from '../port/trigger-source.ts'

/** Options of a schedule of the wall clock. */
export interface CronOptions {
  /** An IANA zone, such as `Europe/Berlin`. Default: the zone of the device, wherever that is. */
  readonly timeZone?: string
  /** Names the schedule; keep it when the expression changes. Default: kind, expression and zone. */
  readonly id?: string
  /** `latest`: one catch-up · `skip`: none · `all`: oldest first, at most 10. Default `latest`. */
  readonly missed?: Missed
}

/** What each field may hold, from the last one on: only the first may be left out. */
const fields = [
  ['day of the week', '0 to 7 or SUN to SAT'],
  ['month', '1 to 12 or JAN to DEC'],
  ['day of the month', '1 to 31 or L'],
  ['hour', '0 to 23'],
  ['minute', '0 to 59'],
  ['second', '0 to 59'],
] as const

/**
 * Fires at the instants of a cron expression of five fields, or of six with seconds in front; also
 * `@hourly` and the like. Not due when first armed, but at its next slot, up to 60 s or 5 % of the
 * period late: by so much each device is late always, while `scheduledAt` names the slot itself.
 * However many tabs are open, each slot runs once. Throws `invalid-argument` for an expression or a
 * zone that is not one, and names its wrong part.
 *
 * @example
 * defineTask({ scope: 'report', run: report, triggers: [cron('0 6 * * MON-FRI', { timeZone: 'Europe/Berlin' })] })
 */
export function cron(expression: string, options: CronOptions = {}): TriggerSource {
  checkKinds(
    options,
    { timeZone: 'string', id: 'string', missed: 'string' } satisfies OptionKinds<CronOptions>,
    'cron()',
  )
  const { timeZone, missed = 'latest' } = options
  if (typeof expression !== 'string')
    refuse(`takes an expression like "0 6 * * *", found ${foundIn(expression)}.`, {})
  const pattern = expression.trim().replace(/\s+/g, ' ')
  const { id = ['cron', pattern].concat(timeZone ?? []).join(':') } = options
  checkFields(pattern)
  const instants = instantsOf(pattern, timeZone)
  const after = (at: number): number | null => instants.nextRun(new Date(at))?.getTime() ?? null
  if (firstOf(after, timeZone) === null)
    refuse(`"${pattern}" is at no time: expected days that its months have.`, { expression })
  const calendar = wallClockCalendar({
    after,
    // Whoever travels takes the clock of the device along.
    placeAt: at => timeZone ?? new Date(at).getTimezoneOffset(),
  })
  return { kind: 'schedule', schedule: { id, calendar, missed: checkMissed(missed, 'cron()') } }
}

function instantsOf(pattern: string, timezone: string | undefined): Cron {
  return new Cron(pattern, {
    mode: '5-or-6-parts',
    // The library would take an empty name for none.
    ...(timezone === undefined ? {} : { timezone: timezone || ' ' }),
  })
}

/** The expression is right by now: what is refused here is the zone. */
function firstOf(
  after: (at: number) => number | null,
  timeZone: string | undefined,
): number | null {
  try {
    return after(0)
  } catch (error) {
    return refuse(
      `'timeZone' must be an IANA zone like "Europe/Berlin", found ${foundIn(timeZone)}.`,
      { timeZone },
      error,
    )
  }
}

function checkFields(pattern: string): void {
  const parts = pattern.split(' ')
  const count = parts.length
  if (/^@\w+$/.test(pattern)) parts.length = 0
  else if (count !== 5 && count !== 6)
    refuse(
      `"${pattern}" has ${count} of the fields: expected 5, from minute to day of the week, or 6 with second in front.`,
      { expression: pattern },
    )
  parts.forEach((found, index) => {
    const [field, range] = fields[count - 1 - index] ?? fields[0]
    const error = whatIsWrong(parts.map((_, other) => (other === index ? found : '*')).join(' '))
    if (error)
      refuse(
        `the ${field} in "${pattern}" (field ${index + 1} of ${count}) is "${found}"; expected ${range}, *, and lists, ranges or steps of these.`,
        { expression: pattern, field, found, expected: range },
        error,
      )
  })
  const error = whatIsWrong(pattern)
  if (error) refuse(`"${pattern}" is no cron expression.`, { expression: pattern }, error)
}

/** `null` for an expression that can be asked. */
function whatIsWrong(pattern: string): unknown {
  try {
    instantsOf(pattern, undefined)
  } catch (error) {
    return error
  }
  return pattern.includes('?') ? new RangeError('? is another moment in each tab') : null
}

function refuse(message: string, details: Record<string, unknown>, cause?: unknown): never {
  throw new RegistryError('invalid-argument', `cron() ${message}`, details, cause)
}
