/** What people ask of a key besides its work: cancel, pause, resume, reset. */
import { enterEpoch } from './epoch.ts'
import type { Decided, StoreState } from './facts.ts'
import type { TaskKey } from './key.ts'
import { endRun } from './run-end.ts'

interface Agent {
  readonly agent: string
  readonly agentLabel: string
}

/** The answer to a cancel. */
export type CancelResult =
  /** `requested`: its owner stops at the next step; otherwise it has ended already. */
  | { readonly cancelled: true; readonly runId: string | null; readonly requested: boolean }
  | { readonly cancelled: false; readonly reason: 'not-running' | 'other-run' | 'signed-out' }

/** Drops what was buffered or deferred before, ends a run that waits, asks the owner of one that runs. */
export function decideCancel(
  state: StoreState,
  key: TaskKey,
  runId: string | null,
  agent: Agent,
): Decided<CancelResult> {
  const { record: stored, user, now } = state
  if (!user?.signedIn) return { result: { cancelled: false, reason: 'signed-out' } }
  if (!stored) return { result: { cancelled: false, reason: 'not-running' } }
  const { record, history } = enterEpoch(state, key, agent)
  const { run } = record
  const version = record.version + 1
  if (runId !== null && run?.runId !== runId) {
    return { result: { cancelled: false, reason: run ? 'other-run' : 'not-running' } }
  }
  if (!run && !record.deferred) return { result: { cancelled: false, reason: 'not-running' } }
  const free = { ...record, buffered: null, deferred: null, version }
  if (run && record.lease) {
    const cancel = { at: now, agent: agent.agent, reason: 'cancelled' as const }
    return {
      record: { ...free, run: { ...run, cancel } },
      history,
      result: { cancelled: true, runId: run.runId, requested: true },
    }
  }
  const ended = endRun(free, { status: 'cancelled' }, now, agent)
  return {
    record: ended.record,
    history: ended.row ? [...history, ended.row] : history,
    result: { cancelled: true, runId: run?.runId ?? null, requested: false },
  }
}

/** Pauses a key, or lets it go on; what runs is untouched. */
export function decidePause(
  state: StoreState,
  key: TaskKey,
  paused: boolean,
  agent: Agent,
): Decided<boolean> {
  if (!state.user?.signedIn) return { result: false }
  const { record, history } = enterEpoch(state, key, agent)
  if ((record.paused !== null) === paused && history.length === 0) return { result: true }
  const next = { ...record, paused: paused ? { at: state.now } : null, version: record.version + 1 }
  return { record: next, history, result: true }
}

/** Forgets where incremental stages ended, so that the next occurrence begins from nothing. */
export function decideReset(state: StoreState, key: TaskKey, agent: Agent): Decided<boolean> {
  if (!state.record || !state.user?.signedIn) return { result: false }
  const { record, history } = enterEpoch(state, key, agent)
  return {
    record: { ...record, bookmarks: {}, version: record.version + 1 },
    history,
    result: true,
  }
}
