/** What a holder writes while it works: renew, commit, seal, stage end. */
import { bookmarked } from './bookmark.ts'
import type { AbortReason } from './error.ts'
import type { Decided, StoreState, TaskPolicy } from './facts.ts'
import { type Holder, renewed, verifyHolder, withJoined } from './holder.ts'
import type { Json } from './json.ts'
import type { Checkpoint, Progress, Run, StageTime } from './run.ts'
import type { TriggerNote } from './trigger.ts'

/** What a write of the holder carries besides what it is for. */
export interface HoldWrite {
  readonly holder: Holder
  readonly ttlMs: number
  /** Name of the presence lock that is held now: another one after an absence. */
  readonly presence: string | null
  /** Triggers that the holder's agent joined by itself since the last write. */
  readonly joined: readonly TriggerNote[]
  /** How many of them were not kept. Default 0. */
  readonly joinedDropped?: number
  readonly progress: Progress | null
  /** Result of the run, when the stage set one since the last write. */
  readonly result?: Json
}

/** How far a commit moves the run. */
export interface CommitStep {
  readonly stage: string
  /** Absent: the stage only ends. */
  readonly cursor?: Json
  /** The stage is finished with this write. */
  readonly last: boolean
  readonly seal: boolean
}

/** The answer to a write of the holder. */
export type HoldResult =
  | { readonly ok: true; readonly cancelled: boolean; readonly sealed: boolean }
  | {
      readonly ok: false
      readonly reason: Extract<
        AbortReason,
        'lease-lost' | 'signed-out' | 'cancelled' | 'superseded'
      >
    }

/** Renews; also while a cancel is under way, since the lease must outlive the stage function. */
export function decideRenew(state: StoreState, write: HoldWrite): Decided<HoldResult> {
  const held = verifyHolder(state, write.holder)
  if (!held.ok) return { result: held }
  const run = carry(held.run, write)
  const lease = renewed(held.lease, write, state.now)
  return {
    record: { ...held.record, run, lease, version: held.record.version + 1 },
    result: { ok: true, cancelled: run.cancel !== null, sealed: run.checkpoint.sealed },
  }
}

/** Moves the checkpoint, and renews. Refused from a cancel request on. */
export function decideCommit(
  state: StoreState,
  write: HoldWrite,
  step: CommitStep,
  policy: TaskPolicy,
): Decided<HoldResult> {
  const held = verifyHolder(state, write.holder)
  if (!held.ok) return { result: held }
  if (held.run.cancel) return { result: { ok: false, reason: held.run.cancel.reason } }
  const { record } = held
  const { now } = state
  const carried = carry(held.run, write)
  const checkpoint = moved(carried.checkpoint, step, policy)
  // A run that kills its owners must not escape by sealing again what is sealed.
  const inPlace = step.cursor === undefined && !step.last && carried.checkpoint.sealed
  const run: Run = {
    ...carried,
    checkpoint,
    takeoversInPlace: inPlace ? carried.takeoversInPlace : 0,
    stages: timed(carried.stages, step, checkpoint, now),
  }
  return {
    record: {
      ...record,
      run,
      lease: renewed(held.lease, write, now),
      bookmarks: bookmarked(record, step, policy, now),
      version: record.version + 1,
    },
    result: { ok: true, cancelled: false, sealed: checkpoint.sealed },
  }
}

/** The run with what the holder gathered since its last write. */
export function carry(run: Run, write: HoldWrite): Run {
  const result = write.result === undefined ? run.result : write.result
  const joined = withJoined(run, write.joined, write.joinedDropped)
  return { ...joined, progress: write.progress ?? run.progress, result }
}

/** Whether the end of a stage seals the run: by default the last of several stages begins sealed. */
export function sealsAfter(stage: string, policy: TaskPolicy): boolean {
  return policy.seals === 'last-stage' && policy.stages.at(-2)?.name === stage
}

/** The checkpoint after a step. */
export function moved(checkpoint: Checkpoint, step: CommitStep, policy: TaskPolicy): Checkpoint {
  const before = checkpoint.stage === step.stage ? checkpoint.cursor : null
  // `null` is a cursor too; only an absent one leaves the stage where it was.
  const cursor = step.cursor === undefined ? before : step.cursor
  const sealed = checkpoint.sealed || step.seal
  // A seal alone moves nothing: it may come from a stage that said that it is finished.
  if (!step.last && step.cursor === undefined) return { ...checkpoint, sealed }
  if (!step.last) return { ...checkpoint, stage: step.stage, cursor, sealed }
  const finished = checkpoint.finished.includes(step.stage)
    ? checkpoint.finished
    : [...checkpoint.finished, step.stage]
  const left = policy.stages.filter(stage => !finished.includes(stage.name))
  const next = left[0]?.name ?? null
  return {
    ...checkpoint,
    finished,
    stage: next ?? step.stage,
    cursor: next === null ? cursor : null,
    sealed: sealed || (left.length === 1 && policy.seals === 'last-stage'),
  }
}

function timed(
  times: readonly StageTime[],
  step: CommitStep,
  checkpoint: Checkpoint,
  now: number,
): readonly StageTime[] {
  if (!step.last) return times
  const ended = times.map(time =>
    time.stage === step.stage && time.endedAt === null ? { ...time, endedAt: now } : time,
  )
  const next = checkpoint.stage
  return next === null || checkpoint.finished.includes(next)
    ? ended
    : [...ended, { stage: next, startedAt: now, endedAt: null }]
}
