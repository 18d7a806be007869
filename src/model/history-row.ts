/** What is kept of a run that ended? */
import type { FailureCause, TaskError } from './failure.ts'
import type { Json } from './json.ts'
import type { RecoveryChoice, StageTime } from './run.ts'
import type { TriggerNote } from './trigger.ts'

/** How an occurrence ended. */
export type OutcomeStatus = 'succeeded' | 'failed' | 'cancelled' | 'signed-out'

/** A finished run. */
export interface HistoryRow {
  /** String form of the key. */
  readonly key: string
  /** Counts the runs of the key; a later one has a larger number. */
  readonly seq: number
  /** Its id. */
  readonly runId: string
  /** Source of the trigger that started it. */
  readonly source: string
  /** Whether a person asked for it. */
  readonly byUser: boolean
  /** What its triggers brought; `null` for nothing. */
  readonly payload: Json
  /** The slot that it was for, epoch ms. */
  readonly scheduledAt: number | null
  /** When its oldest trigger came, epoch ms. */
  readonly requestedAt: number
  /** When it first started, epoch ms. */
  readonly startedAt: number
  /** When the transaction that ended it was made, epoch ms. */
  readonly endedAt: number
  /** How it ended. */
  readonly status: OutcomeStatus
  /** Why it is not tried again, when it failed. */
  readonly cause: FailureCause | null
  /** How it failed, or the last attempt of a cancelled run did; `null` when it succeeded after all. */
  readonly error: TaskError | null
  /** What its stages set with `run.result()`; else `null`. */
  readonly result: Json
  /** The agent that ended it. */
  readonly agent: string
  /** The same for people. */
  readonly agentLabel: string
  /** Since the last press on a run that waited, which counts them anew. A takeover is none. */
  readonly attempts: number
  /** How often another owner went on with it. */
  readonly takeovers: number
  /** What the last takeover or further attempt did with the checkpoint; `null` when there was none. */
  readonly recovery: RecoveryChoice | null
  /** Fence of its last owner. */
  readonly fence: number
  /** Epoch of its user: sign-outs before it. */
  readonly epoch: number
  /** Its stages, with their times. */
  readonly stages: readonly StageTime[]
  /** The triggers that started or joined it, at most 20. */
  readonly triggers: readonly TriggerNote[]
  /** How many more there were. */
  readonly triggersDropped: number
}

/** The end of the last occurrence. */
export interface LastOutcome {
  readonly runId: string
  /** Its row in the history. */
  readonly seq: number
  readonly status: OutcomeStatus
  readonly cause: FailureCause | null
  readonly error: TaskError | null
  readonly at: number
  readonly taskVersion: number
  /** What it did not get done: the next occurrence inherits it. */
  readonly payload: Json
}
