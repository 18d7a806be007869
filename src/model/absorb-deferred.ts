/** What was deferred while a run was unfinished goes along when the run goes on. */
import { addNotes } from './notes.ts'
import { equalJson } from './json.ts'
import type { PendingTriggers } from './pending-triggers.ts'
import { mergePending } from './pending.ts'
import type { AgentFacts, TaskPolicy } from './facts.ts'
import type { TaskRecord } from './record.ts'
import type { Run } from './run.ts'

/**
 * The record and its unfinished run once the reason to defer has ended: what the run may miss is
 * its follow-up, the rest joins it. Nothing stays deferred beside a run that is under way.
 */
export function absorbDeferred(
  record: TaskRecord,
  run: Run,
  policy: TaskPolicy,
  facts: Pick<AgentFacts, 'redact'>,
): { readonly record: TaskRecord; readonly run: Run } {
  const { deferred, buffered } = record
  if (!deferred) return { record, run }
  const { reason: _, dueAt: __, ...asked } = deferred
  const dropped = run.triggersDropped + asked.triggersDropped
  return {
    record: {
      ...record,
      deferred: null,
      // While something is deferred nothing is buffered: the deferred is the newer of both.
      buffered: mayMiss(run, asked, policy)
        ? mergePending(buffered, asked, policy, facts)
        : buffered,
    },
    run: { ...run, ...addNotes(run.triggers, dropped, asked.triggers) },
  }
}

/** Whether a run that goes on later may miss what these triggers bring. */
export function mayMiss(
  run: Run,
  asked: Pick<PendingTriggers, 'brings' | 'payload' | 'hasPayload'>,
  policy: TaskPolicy,
): boolean {
  if (asked.hasPayload && !equalJson(asked.payload, run.payload)) return true
  return asked.brings && (run.checkpoint.sealed || policy.seals === 'never')
}
