/** Which slots of a schedule are due. */
import { isTooFar } from './due.ts'
import type { Slot } from './slot.ts'
import { jitterMs } from './schedule-jitter.ts'
import { isSlotFromFuture } from './set-back.ts'

/** What happens to slots that passed while nobody could run them. */
export type Missed = 'latest' | 'skip' | 'all'

/** The instants of a schedule. All of it is arithmetic: no clock, no state that shows. */
export interface Calendar {
  /** The first instant strictly after `at`; `Infinity` when there is none. */
  next(anchorAt: number, at: number): number
  /** The last instant at or before `at`; `null` when there is none. */
  latest(anchorAt: number, at: number): number | null
  /** How long the period lasts that begins with the instant `at`, ms. */
  periodMs(anchorAt: number, at: number): number
  /**
   * Whether the instants are counted from the first arming, which is the first of them. Else they
   * are those of the wall clock: the same on every device, which is why each waits a jitter of its
   * own, and the first arming has no past.
   */
  readonly isAnchored: boolean
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

/** A slot that may be triggered now. */
export interface SlotDue {
  readonly at: number
  readonly anchorAt: number
  /** How long the period lasts that it begins, ms. */
  readonly periodMs: number
}

/** The slot to trigger now, if any, and when to look again. */
export interface SlotLook {
  readonly due: SlotDue | null
  readonly nextAt: number
  /** About how many slots of `all` are passed over because the backlog is too long. */
  readonly passedOver: number
  /** It has to be written down first that the schedule is armed. */
  readonly isUnarmed: boolean
}

/** `every` instants, counted from the anchor. */
export function everyCalendar(periodMs: number): Calendar {
  return {
    next: (anchorAt, at) =>
      at < anchorAt ? anchorAt : anchorAt + (Math.floor((at - anchorAt) / periodMs) + 1) * periodMs,
    latest: (anchorAt, at) =>
      at < anchorAt ? null : anchorAt + Math.floor((at - anchorAt) / periodMs) * periodMs,
    periodMs: () => periodMs,
    isAnchored: true,
  }
}

/**
 * Whether a schedule has to begin here: it was never armed, or what is stored of it is dated beyond
 * a period and a day from now: the clock was set back.
 */
export function beginsAnew({ calendar }: Schedule, slot: Slot | null, now: number): boolean {
  if (!slot) return true
  // To find a period may cost a search, which all but this one case can do without.
  if (!isSlotFromFuture(slot, 0, now)) return false
  const { anchorAt } = slot
  return isSlotFromFuture(slot, calendar.periodMs(anchorAt, calendar.next(anchorAt, now)), now)
}

/**
 * Looks at a schedule of a key. `slot` is what the record holds, `null` before the first arming;
 * `floorAt` the sign-in that nothing from before may be due after.
 */
export function lookAtSlots(
  schedule: Schedule,
  slot: Slot | null,
  floorAt: number,
  now: number,
): SlotLook {
  const { calendar, missed } = schedule
  if (!slot || beginsAnew(schedule, slot, now)) {
    const { isAnchored } = calendar
    const due = isAnchored ? slotAt(calendar, now, now) : null
    return { due, nextAt: calendar.next(now, now), passedOver: 0, isUnarmed: !isAnchored }
  }
  const { anchorAt } = slot
  // A sign-in of a time that this clock has not reached keeps nothing from being due.
  const floor = isTooFar(floorAt, now, 0) ? Number.NEGATIVE_INFINITY : floorAt
  const done = Math.max(slot.lastSlot, floor)
  const first = calendar.next(anchorAt, done)
  if (first > now) return { due: null, nextAt: first, passedOver: 0, isUnarmed: false }
  const { latest, dueAt, nextAt } = latestDue(calendar, anchorAt, now)
  const look = { due: null, nextAt, passedOver: 0, isUnarmed: false }
  if (latest === null || latest <= done) return look
  if (missed === 'all') return { ...look, ...oldestFirst(calendar, anchorAt, done, latest) }
  const late = missed === 'skip' && now - dueAt > punctualMs
  return late ? look : { ...look, due: slotAt(calendar, anchorAt, latest) }
}

/** The latest slot whose jitter is over, and when to look for the one after it. */
function latestDue(
  calendar: Calendar,
  anchorAt: number,
  now: number,
): { readonly latest: number | null; readonly dueAt: number; readonly nextAt: number } {
  const latest = calendar.latest(anchorAt, now)
  const latestMs = latest === null ? 0 : waitMs(calendar, anchorAt, latest)
  const dueAt = (latest ?? 0) + latestMs
  if (latest === null || dueAt <= now)
    return { latest, dueAt, nextAt: calendar.next(anchorAt, now) }
  // A jitter is over long before the period is: the slot before this one waits no more.
  const before = calendar.latest(anchorAt, latest - 1)
  const beforeMs = before === null ? 0 : waitMs(calendar, anchorAt, before)
  return { latest: before, dueAt: (before ?? 0) + beforeMs, nextAt: dueAt }
}

/** How long a slot waits: what is counted from the arming differs between devices as it is. */
function waitMs(calendar: Calendar, anchorAt: number, at: number): number {
  return calendar.isAnchored ? 0 : jitterMs(anchorAt, calendar.periodMs(anchorAt, at))
}

function slotAt(calendar: Calendar, anchorAt: number, at: number): SlotDue {
  return { at, anchorAt, periodMs: calendar.periodMs(anchorAt, at) }
}

function oldestFirst(
  calendar: Calendar,
  anchorAt: number,
  done: number,
  latest: number,
): Pick<SlotLook, 'due' | 'passedOver'> {
  // Walking back keeps the work bounded however long the device was away.
  const backlog: number[] = []
  let at: number | null = latest
  while (at !== null && at > done && backlog.length <= backlogKept) {
    backlog.unshift(at)
    at = calendar.latest(anchorAt, at - 1)
  }
  const isTooLong = backlog.length > backlogKept
  const oldest = backlog[isTooLong ? 1 : 0]
  if (oldest === undefined) return { due: null, passedOver: 0 }
  const due = slotAt(calendar, anchorAt, oldest)
  const passedOver = isTooLong ? Math.max(1, Math.round((oldest - done) / due.periodMs) - 1) : 0
  return { due, passedOver }
}
