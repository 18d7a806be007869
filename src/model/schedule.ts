/** Which slots of a schedule are due. */
import { isTooFar } from './due.ts'
import type { Slot } from './record.ts'
import { isSlotFromFuture } from './set-back.ts'

/** What happens to slots that passed while nobody could run them. */
export type Missed = 'latest' | 'skip' | 'all'

/** The instants of a schedule. All of it is arithmetic: no clock, no state. */
export interface Calendar {
  /** The first instant strictly after `at`. */
  next(anchorAt: number, at: number): number
  /** The last instant at or before `at`; `null` when there is none. */
  latest(anchorAt: number, at: number): number | null
  /** Whether the first arming is due at once. */
  readonly startsDue: boolean
  /** Longest distance between two instants, ms. */
  readonly periodMs: number
}

/** A schedule of a task. */
export interface Schedule {
  readonly id: string
  readonly calendar: Calendar
  readonly missed: Missed
}

/** Slots that `all` serves of a backlog; older ones are passed over. */
export const backlogKept = 10

/** A slot passed by less than this was not missed: the timer was late, ms. */
const punctualMs = 60_000

/** The slot to trigger now, if any, and when to look again. */
export interface SlotLook {
  readonly due: { readonly at: number; readonly anchorAt: number } | null
  readonly nextAt: number
  /** About how many slots of `all` are passed over because the backlog is too long. */
  readonly passedOver: number
}

/** `every` instants, counted from the anchor. */
export function everyCalendar(periodMs: number): Calendar {
  return {
    next: (anchorAt, at) =>
      at < anchorAt ? anchorAt : anchorAt + (Math.floor((at - anchorAt) / periodMs) + 1) * periodMs,
    latest: (anchorAt, at) =>
      at < anchorAt ? null : anchorAt + Math.floor((at - anchorAt) / periodMs) * periodMs,
    startsDue: true,
    periodMs,
  }
}

/**
 * Looks at a schedule of a key. `slot` is what the record holds (`null` before the first arming; one
 * that is dated beyond a period and a day from now counts as none: the clock was set back), `floorAt` the sign-in that nothing from before may be due after.
 */
export function lookAtSlots(
  schedule: Schedule,
  slot: Slot | null,
  floorAt: number,
  now: number,
): SlotLook {
  const { calendar, missed } = schedule
  if (!slot || isSlotFromFuture(slot, calendar.periodMs, now)) {
    const first = calendar.startsDue ? { at: now, anchorAt: now } : null
    return { due: first, nextAt: calendar.next(now, now), passedOver: 0 }
  }
  const { anchorAt } = slot
  const nextAt = calendar.next(anchorAt, now)
  // A sign-in of a time that this clock has not reached keeps nothing from being due.
  const floor = isTooFar(floorAt, now, 0) ? Number.NEGATIVE_INFINITY : floorAt
  const done = Math.max(slot.lastSlot, floor)
  const latest = calendar.latest(anchorAt, now)
  if (latest === null || latest <= done) return { due: null, nextAt, passedOver: 0 }
  if (missed === 'all') return oldestFirst(calendar, anchorAt, done, now, nextAt)
  const late = missed === 'skip' && now - latest > punctualMs
  return { due: late ? null : { at: latest, anchorAt }, nextAt, passedOver: 0 }
}

function oldestFirst(
  calendar: Calendar,
  anchorAt: number,
  done: number,
  now: number,
  nextAt: number,
): SlotLook {
  // Walking back from now keeps the work bounded however long the device was away.
  const backlog: number[] = []
  let at = calendar.latest(anchorAt, now)
  while (at !== null && at > done && backlog.length <= backlogKept) {
    backlog.unshift(at)
    at = calendar.latest(anchorAt, at - 1)
  }
  const isTooLong = backlog.length > backlogKept
  const oldest = backlog[isTooLong ? 1 : 0]
  const passedOver =
    isTooLong && oldest !== undefined
      ? Math.max(1, Math.round((oldest - done) / calendar.periodMs) - 1)
      : 0
  return { due: oldest === undefined ? null : { at: oldest, anchorAt }, nextAt, passedOver }
}
