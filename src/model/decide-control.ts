/** What people ask of a key besides its work: cancel, pause, resume, reset. */
import { cancelBesideNewer } from './beside-newer.ts'
import type { CancelResult } from './cancel-result.ts'
import { enterEpoch } from './epoch.ts'
import type { Decided, StoreState } from './facts.ts'
import type { TaskKey } from './key.ts'
import { endRun } from './run-end.ts'
import { isNewerSchema } from './versions.ts'

interface Agent {
  readonly agent: string
  readonly agentLabel: string
}

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
  if (isNewerSchema(stored)) return cancelBesideNewer(stored, state, runId, agent.agent)
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
  const isNewer = state.record !== null && isNewerSchema(state.record)
  const { record, history } =
    isNewer && state.record ? { record: state.record, history: [] } : enterEpoch(state, key, agent)
  if ((record.paused !== null) === paused && history.length === 0) return { result: true }
  // What was paused already stays as it was: another version may have said more of it.
  const pause = paused ? (record.paused ?? { at: state.now }) : null
  const next = { ...record, paused: pause, version: record.version + 1 }
  return { record: next, history, result: true }
}

/** The answer to a reset; `reload-needed`: a newer version of the library wrote the record. */
export type ResetResult = 'done' | 'signed-out' | 'reload-needed'

/**
 * Forgets where incremental stages ended, so that the next occurrence begins from nothing. A run that is
 * under way goes on where it is: what it commits from here on is no beginning for the next one.
 */
export function decideReset(state: StoreState, key: TaskKey, agent: Agent): Decided<ResetResult> {
  if (!state.user?.signedIn) return { result: 'signed-out' }
  if (!state.record) return { result: 'done' }
  if (isNewerSchema(state.record)) return { result: 'reload-needed' }
  const { record, history } = enterEpoch(state, key, agent)
  const run = record.run && { ...record.run, isReset: true as const }
  return {
    record: { ...record, run, bookmarks: {}, version: record.version + 1 },
    history,
    result: 'done',
  }
}
