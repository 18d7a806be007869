/** What may be done with a record that a newer version of the library wrote: little, and in its first form. */
import type { CancelResult } from './cancel-result.ts'
import { isCurrent } from './epoch.ts'
import { isExpired } from './evidence.ts'
import type { AgentFacts, Decided, StoreState, TaskPolicy } from './facts.ts'
import { isRecord } from './record-form.ts'
import type { TaskRecord } from './record.ts'
import type { TriggerRequest } from './trigger.ts'
import { answer, type TriggerResult } from './trigger-answer.ts'
import { chooseRow } from './trigger-table.ts'

/** A trigger joins the run of a living owner; every other one has to wait until this page is reloaded. */
export function triggerBesideNewer(
  record: TaskRecord,
  { user, now }: Pick<StoreState, 'user' | 'now'>,
  request: TriggerRequest,
  facts: AgentFacts,
  policy: TaskPolicy,
): TriggerResult {
  // Its members may have another form by now: what cannot be read is not joined.
  const isAlive = isCurrent(record, user) && isRecord(record) && record.lease && record.run
  if (isAlive && record.lease && !isExpired(record.lease, now)) {
    const row = chooseRow(record, request, facts, policy, now)
    if (row.effect === 'join' && !row.followUp)
      return { ...answer('joined', row.reason, record.run?.runId), unwritten: true }
  }
  return { ...answer('deferred', 'reload-needed'), unwritten: true }
}

/** A cancel only asks, also where nobody holds the run: a newer agent ends it. What waits is left as it is. */
export function cancelBesideNewer(
  record: TaskRecord,
  { user, now }: Pick<StoreState, 'user' | 'now'>,
  runId: string | null,
  agent: string,
): Decided<CancelResult> {
  const { run } = record
  if (!run || !isCurrent(record, user))
    return { result: { cancelled: false, reason: 'not-running' } }
  if (runId !== null && run.runId !== runId)
    return { result: { cancelled: false, reason: 'other-run' } }
  const result = { cancelled: true, runId: run.runId, requested: true } as const
  if (run.cancel) return { result }
  const cancel = { at: now, agent, reason: 'cancelled' as const }
  return { record: { ...record, run: { ...run, cancel }, version: record.version + 1 }, result }
}
