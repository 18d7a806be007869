/** Whether the wall clock was set back since a record was written. */
import { isTooFar } from './due.ts'
import type { TaskPolicy } from './facts.ts'
import type { DeferredTriggers } from './pending-triggers.ts'
import type { TaskRecord } from './record.ts'
import type { Wait } from './run.ts'
import { type Slot, slotOf } from './slot.ts'
import type { DueSlot } from './trigger.ts'

const dayMs = 24 * 60 * 60_000

/** The largest distance at which a deferred trigger can have been dated, ms. */
export function deferralSensibleMs({ reason }: DeferredTriggers, policy: TaskPolicy): number {
  if (reason === 'min-interval') return policy.minIntervalMs
  if (reason === 'debounce') return Math.max(policy.maxWaitMs, policy.minIntervalMs)
  // What this agent may not start was due at once in another.
  return reason === 'exhausted' ? policy.retry.capMs : 0
}

/** The largest distance at which a wait can have been dated, ms. */
export function waitSensibleMs({ notBefore, since }: Wait, policy: TaskPolicy): number {
  return Math.max(policy.retry.capMs, notBefore - since)
}

/** Whether a schedule's last slot, or its anchor, is of a time that this clock has not reached. */
export function isSlotFromFuture(slot: Slot, periodMs: number, now: number): boolean {
  return isTooFar(Math.max(slot.lastSlot, slot.anchorAt), now, periodMs + dayMs)
}

/** Whether an instant of the record is further ahead than it can have been dated. */
export function wasSetBack(
  record: TaskRecord,
  slot: DueSlot | undefined,
  policy: TaskPolicy,
  now: number,
): boolean {
  const { run, deferred, last } = record
  const wait = run?.wait
  const known = slot && slotOf(record, slot.id)
  return (
    isTooFar(Math.max(record.lastStartAt, record.lastSuccessAt, last?.at ?? 0), now, 0) ||
    (wait != null && isTooFar(wait.nextAttemptAt ?? 0, now, waitSensibleMs(wait, policy))) ||
    (deferred != null &&
      isTooFar(deferred.dueAt ?? 0, now, deferralSensibleMs(deferred, policy))) ||
    (known !== undefined && isSlotFromFuture(known, slot?.periodMs ?? 0, now))
  )
}

/** The record with no instant of the past ahead of `now`: what a start leaves after the clock was set back. */
export function withoutFuture(record: TaskRecord, now: number): TaskRecord {
  const { last, lastSuccessAt } = record
  return {
    ...record,
    lastSuccessAt: Math.min(lastSuccessAt, now),
    last: last && { ...last, at: Math.min(last.at, now) },
  }
}
