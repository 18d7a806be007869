/** The one transaction that ends an attempt: outcome, release, promotion of what is buffered. */
import { bookmarked, carry, type CommitStep, type HoldWrite, moved } from './decide-hold.ts'
import { enterEpoch } from './epoch.ts'
import type { AgentFacts, Decided, StoreState, TaskPolicy } from './facts.ts'
import { verifyHolder } from './holder.ts'
import { promote } from './promote.ts'
import type {
  FailureCause,
  HistoryRow,
  OutcomeStatus,
  Run,
  TaskError,
  TaskRecord,
  Wait,
} from './record.ts'
import { decideRetry, type Failure } from './retry.ts'
import { endRun } from './run-end.ts'

/** How the attempt ended. */
export type AttemptEnd =
  | { readonly kind: 'succeeded'; readonly step: CommitStep | null }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'cancelled' }
  /** The run goes on in another agent, or later in this one; not an attempt. */
  | { readonly kind: 'handed-over' }

/** What became of the run. */
export interface Settled {
  readonly runId: string
  readonly status: OutcomeStatus | 'waiting' | 'handed-over'
  readonly cause: FailureCause | null
  readonly error: TaskError | null
  readonly wait: Wait | null
}

/** The answer to a settle. */
export type SettleResult =
  /** `row` is the history row of an ended run; `promoted`: the caller's new owner holds the follow-up. */
  | {
      readonly ok: true
      readonly settled: Settled
      readonly row: HistoryRow | null
      readonly promoted: boolean
    }
  | { readonly ok: false; readonly reason: 'lease-lost' | 'signed-out' }

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
  if (!held.ok) return unheld(state, runId, write.holder.fence, held, facts)
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
      const bookmarks = step
        ? bookmarked(held.record.bookmarks, step, policy, now)
        : held.record.bookmarks
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
      const signedIn = state.user?.version ?? 0
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
  const ended = endRun({ ...record, run }, end, state.now, facts)
  const promoted = promote(ended.record, state, facts, policy)
  const { status, cause = null, error = null } = end
  return {
    record: { ...promoted.record, version: record.version + 1 },
    history: ended.row ? [ended.row] : [],
    result: {
      ok: true,
      settled: { runId: run.runId, status, cause, error, wait: null },
      row: ended.row,
      promoted: promoted.acquired,
    },
  }
}

/** The holder is too late: its settle landed before, or its user signed out, or the key is another's. */
function unheld(
  state: StoreState,
  runId: string,
  fence: number,
  held: Extract<SettleResult, { readonly ok: false }>,
  facts: AgentFacts,
): Decided<SettleResult> {
  const landed = landedBefore(state, runId, fence, facts.owner)
  if (landed) return { result: landed }
  const { record } = state
  if (held.reason !== 'signed-out' || record?.run?.runId !== runId || record.fence !== fence)
    return { result: held }
  const entered = enterEpoch(state, record, facts)
  return {
    record: { ...entered.record, version: record.version + 1 },
    history: entered.history,
    result: held,
  }
}

/** A settle whose answer was lost shows as the key's last outcome, or as the run's wait. */
function landedBefore(
  state: StoreState,
  runId: string,
  fence: number,
  nextOwner: string,
): SettleResult | null {
  const { record } = state
  if (!record) return null
  const { last, run } = record
  if (last?.runId === runId && record.fence >= fence && last.status !== 'signed-out') {
    const { status, cause, error } = last
    return {
      ok: true,
      settled: { runId, status, cause, error, wait: null },
      row: null,
      promoted: record.lease?.owner === nextOwner,
    }
  }
  // Nobody acquired since: the attempt of this fence is the one that left the run so.
  if (run?.runId === runId && !record.lease && record.fence === fence) {
    const { wait } = run
    const status = wait ? 'waiting' : 'handed-over'
    const settled = { runId, status, cause: null, error: wait?.error ?? null, wait } as const
    return { ok: true, settled, row: null, promoted: false }
  }
  return null
}
