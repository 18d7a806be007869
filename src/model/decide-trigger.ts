/** What becomes of a trigger: one decision, and the record that holds it. */
import { absorbDeferred } from './absorb-deferred.ts'
import { acquire, newRun } from './acquire.ts'
import { triggerBesideNewer } from './beside-newer.ts'
import { enterEpoch } from './epoch.ts'
import { isExpired } from './evidence.ts'
import type { AgentFacts, Decided, StoreState, TaskPolicy } from './facts.ts'
import type { TaskKey } from './key.ts'
import type { DeferredTriggers, PendingTriggers } from './pending-triggers.ts'
import { mergePending, pendingFrom } from './pending.ts'
import { noteTrigger, remember, withNote } from './notes.ts'
import type { TaskRecord } from './record.ts'
import { continued } from './recovery.ts'
import type { Run } from './run.ts'
import { slotOf } from './slot.ts'
import type { Decision, DecisionReason, DueSlot, TriggerNote, TriggerRequest } from './trigger.ts'
import { answer, type TriggerResult } from './trigger-answer.ts'
import { isSlotFromFuture, wasSetBack, withoutFuture } from './set-back.ts'
import { chooseRow, putOff, type Row } from './trigger-table.ts'
import { isNewerSchema, standsBack } from './versions.ts'

/** Decides one trigger inside the transaction that writes it down. */
export function decideTrigger(
  state: StoreState,
  key: TaskKey,
  request: TriggerRequest,
  facts: AgentFacts,
  policy: TaskPolicy,
): Decided<TriggerResult> {
  const { now, user } = state
  if (!user?.signedIn || (request.sessionEpoch ?? user.epoch) !== user.epoch) {
    return { result: answer('rejected', 'signed-out') }
  }
  if (state.record && isNewerSchema(state.record)) {
    return { result: triggerBesideNewer(state.record, state, request, facts, policy) }
  }
  const { record, history } = enterEpoch(state, key, facts)
  const isOlder = standsBack(record, policy)
  const mayStart = isOlder ? 'reload-needed' : facts.mayStart
  const row = chooseRow(record, request, facts, policy, now)
  const starts = row.effect === 'start-new' || row.effect === 'start-same'
  if (starts && mayStart === 'presence-needed') {
    return { result: { ...answer('deferred', null), needsPresence: true } }
  }
  // What this agent may not start is due at once in another.
  const effective =
    starts && mayStart !== true && mayStart !== 'presence-needed'
      ? putOff(request, mayStart, now)
      : isOlder && row.effect === 'join' && record.lease && isExpired(record.lease, now)
        ? // Its owner may be gone, and this agent would not replace it. Whoever does reads later.
          ({ effect: 'leave', reason: 'reload-needed' } as const)
        : row
  const applied = applyRow(effective, record, request, facts, policy, state)
  const { slot } = request
  const served = slot && effective.effect !== 'leave' && applied.result.reason !== 'slot-done'
  const slots = served
    ? {
        ...record.slots,
        [slot.id]: { ...slotOf(record, slot.id), anchorAt: slot.anchorAt, lastSlot: slot.at },
      }
    : record.slots
  const missed =
    served && slot.passedOver > 0 ? missedSlots(request, slot.passedOver, facts, now) : null
  const told = missed ? remember(applied.record, missed) : applied.record
  const next =
    served && !applied.result.acquired
      ? tellSlotSetBack(told, record, slot, request, facts, now)
      : told
  const gate = facts.gate === true ? null : facts.gate
  return {
    record: { ...next, slots, version: record.version + 1 },
    history,
    result: applied.result.reason === 'gate' ? { ...applied.result, gate } : applied.result,
  }
}

/** A schedule that begins anew says why, also when its slot starts nothing. */
function tellSlotSetBack(
  told: TaskRecord,
  before: TaskRecord,
  slot: DueSlot,
  request: TriggerRequest,
  facts: AgentFacts,
  now: number,
): TaskRecord {
  const known = slotOf(before, slot.id)
  if (!known || !isSlotFromFuture(known, slot.periodMs, now)) return told
  return remember(told, noteTrigger(request, 'skipped', 'clock-set-back', facts, now))
}

function missedSlots(
  request: TriggerRequest,
  count: number,
  facts: AgentFacts,
  now: number,
): TriggerNote {
  return noteTrigger({ ...request, count }, 'skipped', 'slot-missed', facts, now)
}

interface Applied {
  readonly record: TaskRecord
  readonly result: TriggerResult
}

function applyRow(
  row: Row,
  record: TaskRecord,
  request: TriggerRequest,
  facts: AgentFacts,
  policy: TaskPolicy,
  state: StoreState,
): Applied {
  const { now } = state
  const { run } = record
  const note = (decision: Decision, reason: DecisionReason | null): TriggerNote =>
    noteTrigger(request, decision, reason, facts, now)
  const pending = (decision: Decision, reason: DecisionReason | null): PendingTriggers =>
    pendingFrom(request, note(decision, reason), facts.runId)
  const buffered = (
    decision: Decision,
    reason: DecisionReason | null,
    before: PendingTriggers | null = record.buffered,
  ): PendingTriggers => mergePending(before, pending(decision, reason), policy, facts)

  const setBack = wasSetBack(record, request.slot, policy, now) ? 'clock-set-back' : null

  switch (row.effect) {
    case 'start-new': {
      // What was deferred is served by the occurrence that starts now.
      const asked = mergePending(record.deferred, pending('started', setBack), policy, facts)
      const run = {
        ...newRun(record, asked, policy, now),
        source: request.source,
        byUser: request.byUser,
      }
      const next = acquire({ ...record, deferred: null }, run, facts, policy, state)
      return {
        record: setBack ? withoutFuture(next, now) : next,
        result: { ...answer('started', setBack, run.runId), acquired: true },
      }
    }
    case 'start-same': {
      const along = absorbDeferred(record, run as Run, policy, facts)
      const noted = withNote(along.run, note('started', setBack))
      const same = continued(noted, policy, row.resetAttempts)
      const next = acquire(along.record, same, facts, policy, state)
      return {
        record: row.followUp
          ? { ...next, buffered: buffered('started', null, next.buffered) }
          : next,
        result: {
          ...answer('started', setBack, same.runId),
          acquired: true,
          followUp: row.followUp,
        },
      }
    }
    case 'join': {
      const along = absorbDeferred(record, run as Run, policy, facts)
      const joined = withNote(along.run, note('joined', row.reason))
      const before = along.record.buffered
      return {
        record: {
          ...along.record,
          run: joined,
          buffered: row.followUp ? buffered('joined', row.reason, before) : before,
        },
        result: { ...answer('joined', row.reason, joined.runId), followUp: row.followUp },
      }
    }
    case 'buffer': {
      const next = buffered('buffered', row.reason)
      return {
        record: { ...remember(record, note('buffered', row.reason)), buffered: next },
        result: { ...answer('buffered', row.reason, next.runId), followUp: true },
      }
    }
    case 'supersede': {
      const cancel = { at: now, agent: facts.agent, reason: 'superseded' as const }
      const next = buffered('buffered', 'running')
      return {
        record: {
          ...remember(record, note('buffered', 'running')),
          run: { ...(run as Run), cancel },
          buffered: next,
        },
        result: { ...answer('buffered', 'running', next.runId), followUp: true },
      }
    }
    case 'skip':
      return {
        record: remember(record, note('skipped', row.reason)),
        result: answer('skipped', row.reason),
      }
    case 'leave':
      return {
        record: remember(record, note('deferred', row.reason)),
        result: answer('deferred', row.reason),
      }
    case 'defer': {
      const merged = mergePending(record.deferred, pending('deferred', row.reason), policy, facts)
      const before = record.deferred
      // What holds up an automatic trigger does not hold up the press that waits already.
      const isPress = before?.byUser === true && !request.byUser && row.dueAt !== null
      const { reason, dueAt } = isPress ? before : row
      const deferred: DeferredTriggers = { ...merged, reason, dueAt }
      return {
        record: { ...remember(record, note('deferred', row.reason)), deferred },
        result: answer('deferred', row.reason),
      }
    }
  }
}
