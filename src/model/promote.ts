/** What was buffered becomes the next occurrence, in the transaction that ended the run before it. */
import { acquire, newRun } from './acquire.ts'
import type { AgentFacts, StoreState, TaskPolicy } from './facts.ts'
import { mergePending } from './pending.ts'
import type { TaskRecord } from './record.ts'
import type { DecisionReason } from './trigger.ts'

/** The record with its follow-up started, left to others, or deferred. Its run has ended. */
export function promote(
  record: TaskRecord,
  state: StoreState,
  facts: AgentFacts,
  policy: TaskPolicy,
): { readonly record: TaskRecord; readonly acquired: boolean } {
  const { buffered } = record
  if (!buffered || record.run) return { record, acquired: false }
  const free = { ...record, buffered: null }
  const closed: DecisionReason | null = record.paused
    ? 'paused'
    : facts.gate !== true
      ? 'gate'
      : policy.network && !facts.online && !buffered.byUser
        ? 'offline'
        : null
  const asked = { ...mergePending(record.deferred, buffered, policy, facts), runId: buffered.runId }
  if (closed)
    return {
      record: { ...free, deferred: { ...asked, reason: closed, dueAt: null } },
      acquired: false,
    }
  const run = newRun(record, asked, policy, state.now)
  const next = { ...free, deferred: null }
  if (facts.mayStart !== true) return { record: { ...next, run }, acquired: false }
  return { record: acquire(next, run, facts, policy, state), acquired: true }
}
