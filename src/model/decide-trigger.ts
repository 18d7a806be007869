/** What becomes of a trigger: one decision, and the record that holds it. */
import { absorbDeferred } from './absorb-deferred.ts'
import { acquire, newRun } from './acquire.ts'
import { enterEpoch } from './epoch.ts'
import type { AgentFacts, Decided, StoreState, TaskPolicy } from './facts.ts'
import type { TaskKey } from './key.ts'
import { mergePending, pendingFrom } from './pending.ts'
import { noteTrigger, remember, withNote } from './notes.ts'
import { continued } from './recovery.ts'
import type { DeferredTriggers, PendingTriggers, Run, TaskRecord } from './record.ts'
import type { Decision, DecisionReason, TriggerNote, TriggerRequest } from './trigger.ts'
import { chooseRow, putOff, type Row } from './trigger-table.ts'

/** The answer to a trigger. */
export interface TriggerResult {
  readonly decision: Decision
  readonly reason: DecisionReason | null
  /** The run that answers it: started, joined, or the follow-up that will start. */
  readonly runId: string | null
  readonly followUp: boolean
  /** The caller's owner holds the key now. */
  readonly acquired: boolean
  /** Nothing was decided: take presence, then ask again. */
  readonly needsPresence: boolean
  /** What the task's gate said. */
  readonly gate: string | null
}

/** Decides one trigger inside the transaction that writes it down. */
export function decideTrigger(
  state: StoreState,
  key: TaskKey,
  request: TriggerRequest,
  facts: AgentFacts,
  policy: TaskPolicy,
): Decided<TriggerResult> {
  const { now, user } = state
  const { mayStart } = facts
  if (!user?.signedIn || (request.sessionEpoch ?? user.epoch) !== user.epoch) {
    return { result: answer('rejected', 'signed-out') }
  }
  const { record, history } = enterEpoch(state, key, facts)
  const row = chooseRow(record, request, facts, policy, now)
  const starts = row.effect === 'start-new' || row.effect === 'start-same'
  if (starts && mayStart === 'presence-needed') {
    return { result: { ...answer('deferred', null), needsPresence: true } }
  }
  // What this agent may not start is due at once in another.
  const effective =
    starts && mayStart !== true && mayStart !== 'presence-needed'
      ? putOff(request, mayStart, now)
      : row
  const applied = applyRow(effective, record, request, facts, policy, state)
  const { slot } = request
  const served = slot && effective.effect !== 'leave' && applied.result.reason !== 'slot-done'
  const slots = served
    ? { ...record.slots, [slot.id]: { anchorAt: slot.anchorAt, lastSlot: slot.at } }
    : record.slots
  const missed =
    served && slot.passedOver > 0 ? missedSlots(request, slot.passedOver, facts, now) : null
  const next = missed ? remember(applied.record, missed) : applied.record
  const gate = facts.gate === true ? null : facts.gate
  return {
    record: { ...next, slots, version: record.version + 1 },
    history,
    result: applied.result.reason === 'gate' ? { ...applied.result, gate } : applied.result,
  }
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
  const { now, floor } = state
  const { run } = record
  const note = (decision: Decision, reason: DecisionReason | null): TriggerNote =>
    noteTrigger(request, decision, reason, facts, now)
  const pending = (decision: Decision, reason: DecisionReason | null): PendingTriggers =>
    pendingFrom(request, note(decision, reason), facts.runId)
  const buffered = (
    decision: Decision,
    reason: DecisionReason | null,
    before: PendingTriggers | null = record.buffered,
  ): PendingTriggers => mergePending(before, pending(decision, reason), policy)

  switch (row.effect) {
    case 'start-new': {
      // What was deferred is served by the occurrence that starts now.
      const asked = mergePending(record.deferred, pending('started', null), policy)
      const run = {
        ...newRun(record, asked, policy, now),
        source: request.source,
        byUser: request.byUser,
      }
      const next = acquire({ ...record, deferred: null }, run, facts, now, floor)
      return { record: next, result: { ...answer('started', null, run.runId), acquired: true } }
    }
    case 'start-same': {
      const along = absorbDeferred(record, run as Run, policy)
      const noted = withNote(along.run, note('started', null))
      const same = continued(noted, policy, row.resetAttempts)
      const next = acquire(along.record, same, facts, now, floor)
      return {
        record: row.followUp
          ? { ...next, buffered: buffered('started', null, next.buffered) }
          : next,
        result: { ...answer('started', null, same.runId), acquired: true, followUp: row.followUp },
      }
    }
    case 'join': {
      const along = absorbDeferred(record, run as Run, policy)
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
      const merged = mergePending(record.deferred, pending('deferred', row.reason), policy)
      const deferred: DeferredTriggers = { ...merged, reason: row.reason, dueAt: row.dueAt }
      return {
        record: { ...remember(record, note('deferred', row.reason)), deferred },
        result: answer('deferred', row.reason),
      }
    }
  }
}

/** The answer of a decision that neither acquired nor asks for a follow-up. */
export function answer(
  decision: Decision,
  reason: DecisionReason | null,
  runId: string | null = null,
): TriggerResult {
  return {
    decision,
    reason,
    runId,
    followUp: false,
    acquired: false,
    needsPresence: false,
    gate: null,
  }
}
