/** Triggers that wait together: at most one follow-up, with all sources and the oldest time. */
import { checkJson, triggersKept } from './bounds.ts'
import type { AgentFacts, TaskPolicy } from './facts.ts'
import type { PendingTriggers } from './record.ts'
import { describeError } from './retry.ts'
import type { Decision, DecisionReason, TriggerNote, TriggerRequest } from './trigger.ts'

/** What is written down of a trigger. */
export function noteTrigger(
  request: TriggerRequest,
  decision: Decision,
  reason: DecisionReason | null,
  facts: Pick<AgentFacts, 'agent'>,
  now: number,
): TriggerNote {
  const { source, byUser, count = 1 } = request
  return { source, at: now, byUser, agent: facts.agent, decision, reason, count }
}

/** Adds notes to a bounded list; equal ones are counted together, those beyond the bound are only counted. */
export function addNotes(
  kept: readonly TriggerNote[],
  dropped: number,
  added: readonly TriggerNote[],
): { triggers: readonly TriggerNote[]; triggersDropped: number } {
  const triggers = [...kept]
  let triggersDropped = dropped
  for (const note of added) {
    const at = triggers.findIndex(other => isSameNote(other, note))
    const equal = triggers[at]
    if (equal) triggers[at] = { ...equal, count: equal.count + note.count }
    else if (triggers.length < triggersKept) triggers.push(note)
    else triggersDropped += note.count
  }
  return { triggers, triggersDropped }
}

/** Whether two notes say the same, but for time and count. */
export function isSameNote(a: TriggerNote, b: TriggerNote): boolean {
  return (
    a.source === b.source &&
    a.decision === b.decision &&
    a.reason === b.reason &&
    a.byUser === b.byUser &&
    a.agent === b.agent
  )
}

/** One trigger, as the start of what waits. */
export function pendingFrom(
  request: TriggerRequest,
  note: TriggerNote,
  runId: string,
): PendingTriggers {
  return {
    runId,
    triggers: [note],
    triggersDropped: 0,
    byUser: request.byUser,
    brings: request.brings !== 'nothing',
    payload: request.payload ?? null,
    hasPayload: request.payload !== undefined,
    scheduledAt: request.slot?.at ?? null,
    requestedAt: note.at,
  }
}

/** Both together: payloads by `mergePayload` or the latest, all sources, the oldest time. */
export function mergePending(
  older: PendingTriggers | null,
  newer: PendingTriggers,
  policy: Pick<TaskPolicy, 'mergePayload'>,
): PendingTriggers {
  if (!older) return newer
  return {
    runId: older.runId,
    ...addNotes(older.triggers, older.triggersDropped + newer.triggersDropped, newer.triggers),
    byUser: older.byUser || newer.byUser,
    brings: older.brings || newer.brings,
    ...mergePayloads(older, newer, policy),
    scheduledAt: newer.scheduledAt ?? older.scheduledAt,
    requestedAt: Math.min(older.requestedAt, newer.requestedAt),
  }
}

function mergePayloads(
  older: PendingTriggers,
  newer: PendingTriggers,
  policy: Pick<TaskPolicy, 'mergePayload'>,
): Pick<PendingTriggers, 'payload' | 'hasPayload' | 'fault'> {
  const fault = older.fault ?? newer.fault
  const faulty = fault ? { fault } : {}
  if (!newer.hasPayload) {
    return { payload: older.payload, hasPayload: older.hasPayload, ...faulty }
  }
  const latest = { payload: newer.payload, hasPayload: true, ...faulty }
  if (!older.hasPayload || !policy.mergePayload) return latest
  try {
    const merged = policy.mergePayload(older.payload, newer.payload)
    return { ...latest, payload: checkJson(merged, 'the merged payload') }
  } catch (thrown) {
    return { ...latest, fault: { ...describeError(thrown).error, failureClass: 'fatal' } }
  }
}
