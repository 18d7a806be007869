/** Going on with what was left: a due retry, a run nobody holds, a deferred trigger, a dead owner's run. */
import { withNote, noteTrigger } from './notes.ts'
import { absorbDeferred } from './absorb-deferred.ts'
import { acquire, newRun } from './acquire.ts'
import { chooseDue, type Due, type Signal } from './choose-due.ts'
import { conclude } from './conclude.ts'
import { enterEpoch } from './epoch.ts'
import { type Evidence, permitsTakeover } from './evidence.ts'
import type { AgentFacts, Decided, StoreState, TaskPolicy } from './facts.ts'
import type { TaskKey } from './key.ts'
import type { TaskRecord } from './record.ts'
import { continued } from './recovery.ts'
import type { RunEnd } from './run-end.ts'
import type { Run } from './run.ts'
import { wasSetBack, withoutFuture } from './set-back.ts'
import type { TriggerRequest } from './trigger.ts'
import { standsBack } from './versions.ts'

/** The takeover that is refused as poison: so many owners in a row died without moving the checkpoint. */
const poisonedAt = 4

/** What an agent found on looking. */
export interface ContinueResult {
  /** The caller's owner holds the key now. */
  readonly acquired: boolean
  /** Nothing was decided: take presence, then ask again. */
  readonly needsPresence: boolean
  readonly did: Due | 'takeover' | 'finalised' | 'poisoned' | 'nothing'
}

const nothing: ContinueResult = { acquired: false, needsPresence: false, did: 'nothing' }

/** A retry that looked due to an agent: of which run, after which acquisition, and when it looked. */
export interface FoundRetry {
  readonly runId: string
  readonly fence: number
  readonly at: number
}

/** Why the agent asks: a signal that something may be due, or evidence that an owner is gone. */
export type Cause =
  | {
      readonly signal: Signal
      readonly retryOf?: FoundRetry
    }
  | {
      readonly evidence: Evidence
      /** The owner said that it leaves. */
      readonly handOver?: boolean
    }

/** Decides inside the transaction whether this agent goes on with the key. */
export function decideContinue(
  state: StoreState,
  key: TaskKey,
  cause: Cause,
  facts: AgentFacts,
  policy: TaskPolicy,
): Decided<ContinueResult> {
  const { now, user } = state
  if (!state.record || !user?.signedIn || standsBack(state.record, policy))
    return { result: nothing }
  const { record, history } = enterEpoch(state, key, facts)
  if (history.length > 0)
    return { record: { ...record, version: record.version + 1 }, history, result: nothing }
  const decided =
    'evidence' in cause
      ? takeOver(record, cause, facts, policy, state)
      : goOn(
          record,
          chooseDue(record, user, facts, policy, heardBy(record, cause), now),
          cause.retryOf,
          facts,
          policy,
          state,
        )
  return decided.record
    ? { ...decided, record: { ...decided.record, version: record.version + 1 } }
    : decided
}

/**
 * What the wait of a record hears of a signal. One that began after it, since another agent was faster and
 * failed, hears nothing: else each tab that one return of the network reached would make an attempt.
 */
function heardBy(
  { run, fence }: TaskRecord,
  { signal, retryOf }: { readonly signal: Signal; readonly retryOf?: FoundRetry },
): Signal {
  const isLater =
    retryOf !== undefined && run?.wait && fence !== retryOf.fence && run.wait.since >= retryOf.at
  return isLater ? 'time' : signal
}

function goOn(
  record: TaskRecord,
  due: Due | null,
  retryOf: FoundRetry | undefined,
  facts: AgentFacts,
  policy: TaskPolicy,
  state: StoreState,
): Decided<ContinueResult> {
  if (!due) {
    const { run } = record
    // Another agent was faster: the retry that we found due is part of that run's story.
    return run && run.state === 'running' && run.runId === retryOf?.runId
      ? {
          record: { ...record, run: withNote(run, retryNote(facts, 'joined', null, state.now)) },
          result: nothing,
        }
      : { result: nothing }
  }
  const refused = refusal(facts)
  if (refused) return refused
  const result: ContinueResult = { ...nothing, acquired: true, did: due }
  const setBack = wasSetBack(record, undefined, policy, state.now) ? 'clock-set-back' : null
  const started = (next: TaskRecord): TaskRecord =>
    setBack ? withoutFuture(next, state.now) : next
  if (due === 'deferred') {
    const { deferred } = record
    if (!deferred) return { result: nothing }
    const asked = newRun(record, deferred, policy, state.now)
    const run = setBack ? withNote(asked, retryNote(facts, 'started', setBack, state.now)) : asked
    return {
      record: started(acquire({ ...record, deferred: null }, run, facts, policy, state)),
      result,
    }
  }
  const { run } = record
  if (!run) return { result: nothing }
  const noted =
    due === 'retry' ? withNote(run, retryNote(facts, 'started', setBack, state.now)) : run
  const along = absorbDeferred(record, noted, policy, facts)
  const same = continued(along.run, policy, record.deferred?.byUser === true)
  const next = acquire(along.record, same, facts, policy, state)
  return { record: started(next), result }
}

function takeOver(
  record: TaskRecord,
  cause: { readonly evidence: Evidence; readonly handOver?: boolean },
  facts: AgentFacts,
  policy: TaskPolicy,
  state: StoreState,
): Decided<ContinueResult> {
  const { lease, run } = record
  if (!lease || !run || !permitsTakeover(lease, cause.evidence, state.now))
    return { result: nothing }
  if (run.cancel) {
    const found: TaskRecord = { ...record, run: { ...run, recovery: 'cancel' } }
    return finalise(found, { status: 'cancelled' }, 'finalised', facts, policy, state)
  }
  const refused = refusal(facts)
  if (refused) return refused
  const takeoversInPlace = run.takeoversInPlace + (cause.handOver ? 0 : 1)
  if (takeoversInPlace >= poisonedAt) {
    const message = `${poisonedAt} owners in a row ended without moving the checkpoint`
    const error = { failureClass: 'fatal', name: 'Poisoned', message } as const
    return finalise(
      record,
      { status: 'failed', cause: 'poisoned', error },
      'poisoned',
      facts,
      policy,
      state,
    )
  }
  const taken: Run = {
    ...continued(run, policy, false),
    takeovers: run.takeovers + 1,
    takeoversInPlace,
  }
  return {
    record: acquire(record, taken, facts, policy, state),
    result: { acquired: true, needsPresence: false, did: 'takeover' },
  }
}

function finalise(
  record: TaskRecord,
  end: RunEnd,
  did: ContinueResult['did'],
  facts: AgentFacts,
  policy: TaskPolicy,
  state: StoreState,
): Decided<ContinueResult> {
  const { record: concluded, row, acquired } = conclude(record, end, state, facts, policy)
  return {
    record: concluded,
    history: row ? [row] : [],
    result: { acquired, needsPresence: false, did },
  }
}

function refusal(facts: AgentFacts): Decided<ContinueResult> | null {
  if (facts.mayStart === true) return null
  return { result: { ...nothing, needsPresence: facts.mayStart === 'presence-needed' } }
}

const retryRequest: TriggerRequest = { source: 'retry', byUser: false, brings: 'nothing' }

function retryNote(
  facts: AgentFacts,
  decision: 'started' | 'joined',
  reason: 'clock-set-back' | null,
  now: number,
) {
  return noteTrigger(retryRequest, decision, reason, facts, now)
}
