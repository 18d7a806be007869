/** The one transaction that ends an attempt: outcome, release, promotion of what is buffered. */
import { bookmarked } from './bookmark.ts'
import { conclude } from './conclude.ts'
import { carry, type CommitStep, type HoldWrite, moved } from './decide-hold.ts'
import type { AgentFacts, Decided, StoreState, TaskPolicy } from './facts.ts'
import type { FailureCause, TaskError } from './failure.ts'
import type { OutcomeStatus } from './history-row.ts'
import { verifyHolder } from './holder.ts'
import { lateSettle } from './late-settle.ts'
import type { TaskRecord } from './record.ts'
import type { Run } from './run.ts'
import type { Settled, SettleResult } from './settle-result.ts'
import { decideRetry, type Failure } from './retry.ts'

/** How the attempt ended. */
export type AttemptEnd =
  | { readonly kind: 'succeeded'; readonly step: CommitStep | null }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'cancelled' }
  /** The run goes on in another agent, or later in this one; not an attempt. */
  | { readonly kind: 'handed-over' }

/** Settles an attempt. Its answer is the same when it is asked again after it landed. */
export function decideSettle(
  state: StoreState,
  write: HoldWrite,
  runId: string,
  end: AttemptEnd,
  facts: AgentFacts,
  policy: TaskPolicy,
): Decided<SettleResult> {
  const held = verifyHolder(state, write.holder)
  if (!held.ok) return lateSettle(state, runId, write.holder.fence, held, facts)
  const { now } = state
  const carried = carry(held.run, write)
  if (carried.cancel)
    return finish(held.record, carried, { status: 'cancelled' }, state, facts, policy)
  switch (end.kind) {
    case 'succeeded': {
      const step = end.step
      const run = step
        ? { ...carried, checkpoint: moved(carried.checkpoint, step, policy) }
        : carried
      const bookmarks = step ? bookmarked(held.record, step, policy, now) : held.record.bookmarks
      return finish(
        { ...held.record, bookmarks },
        run,
        { status: 'succeeded' },
        state,
        facts,
        policy,
      )
    }
    case 'cancelled':
      return finish(held.record, carried, { status: 'cancelled' }, state, facts, policy)
    case 'handed-over': {
      const run: Run = { ...carried, state: 'pending' }
      return wait(held.record, run, {
        runId,
        status: 'handed-over',
        cause: null,
        error: null,
        wait: null,
      })
    }
    case 'failed': {
      const { error } = end.failure
      // Of the attempt's beginning: who signed in meanwhile did so after its requests were made.
      const signedIn = held.lease.userVersion ?? state.user?.version ?? 0
      const retry = decideRetry(carried, end.failure, policy.retry, now, facts.random, signedIn)
      if ('cause' in retry) {
        return finish(
          held.record,
          carried,
          { status: 'failed', cause: retry.cause, error },
          state,
          facts,
          policy,
        )
      }
      return wait(held.record, retry.run, {
        runId,
        status: 'waiting',
        cause: null,
        error,
        wait: retry.run.wait,
      })
    }
  }
}

function wait(record: TaskRecord, run: Run, settled: Settled): Decided<SettleResult> {
  return {
    record: { ...record, run, lease: null, version: record.version + 1 },
    result: { ok: true, settled, row: null, promoted: false },
  }
}

function finish(
  record: TaskRecord,
  run: Run,
  end: {
    readonly status: OutcomeStatus
    readonly cause?: FailureCause
    readonly error?: TaskError
  },
  state: StoreState,
  facts: AgentFacts,
  policy: TaskPolicy,
): Decided<SettleResult> {
  const concluded = conclude({ ...record, run }, end, state, facts, policy)
  const { row } = concluded
  const { status, cause = null, error = null } = end
  return {
    record: { ...concluded.record, version: record.version + 1 },
    history: row ? [row] : [],
    result: {
      ok: true,
      settled: { runId: run.runId, status, cause, error, wait: null },
      row,
      promoted: concluded.acquired,
    },
  }
}
