/** A schedule that fires every so often, counted from its first arming on this device. */
import { everyCalendar, type Missed } from '../model/schedule.ts'
import { RegistryError } from '../model/error.ts'
import { checkKinds, foundIn, type OptionKinds } from '../model/option-kinds.ts'
import type { TriggerSource } from '../port/trigger-source.ts'
import { checkMissed } from './missed.ts'

/** Options of a schedule. */
export interface EveryOptions {
  /** Names the schedule; keep it when the period changes. Default: kind and period. */
  readonly id?: string
  /** `latest`: one catch-up · `skip`: none · `all`: oldest first, at most 10. Default `latest`. */
  readonly missed?: Missed
}

/**
 * Fires every `ms` milliseconds; at least 1 000. Due at once when first armed. However many tabs
 * are open, each slot runs once. Throws `invalid-argument`.
 *
 * @example
 * defineTask({ scope: 'course_sync', run: sync, triggers: [every(15 * 60_000)] })
 */
export function every(ms: number, options: EveryOptions = {}): TriggerSource {
  if (!(Number.isFinite(ms) && ms >= 1_000)) {
    throw new RegistryError(
      'invalid-argument',
      `every() takes a number of milliseconds from 1 000 on, found ${foundIn(ms)}.`,
      { ms },
    )
  }
  checkKinds(
    options,
    { id: 'string', missed: 'string' } satisfies OptionKinds<EveryOptions>,
    'every()',
  )
  const { id = `every:${ms}`, missed = 'latest' } = options
  return {
    kind: 'schedule',
    schedule: { id, calendar: everyCalendar(ms), missed: checkMissed(missed, 'every()') },
  }
}
