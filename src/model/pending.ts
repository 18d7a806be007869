/** Triggers that wait together: at most one follow-up, with all sources and the oldest time. */
import { checkJson } from './bounds.ts'
import type { AgentFacts, TaskPolicy } from './facts.ts'
import type { Json } from './json.ts'
import { addNotes } from './notes.ts'
import type { PendingTriggers } from './pending-triggers.ts'
import { describeThrown } from './retry.ts'
import type { TriggerNote, TriggerRequest } from './trigger.ts'

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
  facts: Pick<AgentFacts, 'redact'>,
): PendingTriggers {
  if (!older) return newer
  return {
    // Members that this version does not know stay.
    ...older,
    ...addNotes(older.triggers, older.triggersDropped + newer.triggersDropped, newer.triggers),
    byUser: older.byUser || newer.byUser,
    brings: older.brings || newer.brings,
    ...mergePayloads(older, newer, policy, facts),
    scheduledAt: newer.scheduledAt ?? older.scheduledAt,
    requestedAt: Math.min(older.requestedAt, newer.requestedAt),
  }
}

function mergePayloads(
  older: PendingTriggers,
  newer: PendingTriggers,
  policy: Pick<TaskPolicy, 'mergePayload'>,
  facts: Pick<AgentFacts, 'redact'>,
): Pick<PendingTriggers, 'payload' | 'hasPayload' | 'fault'> {
  const fault = older.fault ?? newer.fault
  const faulty = fault ? { fault } : {}
  if (!newer.hasPayload) {
    return { payload: older.payload, hasPayload: older.hasPayload, ...faulty }
  }
  const latest = { payload: newer.payload, hasPayload: true, ...faulty }
  if (!older.hasPayload) return latest
  try {
    return { ...latest, payload: bothPayloads(older.payload, newer.payload, policy) }
  } catch (thrown) {
    return {
      ...latest,
      fault: { ...describeThrown(thrown, facts.redact).error, failureClass: 'fatal' },
    }
  }
}

/** Two payloads as one: by `mergePayload`, which may throw, or the latest. */
export function bothPayloads(
  older: Json,
  newer: Json,
  { mergePayload }: Pick<TaskPolicy, 'mergePayload'>,
): Json {
  return mergePayload ? checkJson(mergePayload(older, newer), 'the merged payload') : newer
}
