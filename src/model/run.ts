/** How far is the unfinished occurrence of a key? */
import type { TaskError } from './failure.ts'
import type { Json } from './json.ts'
import type { TriggerNote } from './trigger.ts'

/** The unfinished occurrence of a key. */
export interface Run {
  readonly runId: string
  /** `pending`: nobody holds it and anybody may go on at once. */
  readonly state: 'pending' | 'running' | 'waiting'
  readonly source: string
  readonly byUser: boolean
  readonly payload: Json
  readonly scheduledAt: number | null
  readonly requestedAt: number
  /** `mergePayload` threw: the run fails with that instead of being worked on. */
  readonly fault?: TaskError
  readonly startedAt: number
  /** 1 for the first; a takeover is not an attempt. */
  readonly attempt: number
  /** Failures that count against the limit. */
  readonly counted: number
  /** Failures that grow the back-off. */
  readonly failures: number
  readonly quickRetried: boolean
  readonly takeovers: number
  readonly takeoversInPlace: number
  readonly recovery: RecoveryChoice | null
  readonly checkpoint: Checkpoint
  readonly wait: Wait | null
  /** How the latest failed attempt failed. Absent before one did, and in records of older versions. */
  readonly lastError?: TaskError
  /** Bookmarks were forgotten while it was under way: it leaves none. */
  readonly isReset?: true
  readonly cancel: {
    readonly at: number
    readonly agent: string
    readonly reason: 'cancelled' | 'superseded'
  } | null
  readonly result: Json
  readonly progress: Progress | null
  readonly stages: readonly StageTime[]
  readonly triggers: readonly TriggerNote[]
  readonly triggersDropped: number
}

/** Stage, cursor and seal of one occurrence. */
export interface Checkpoint {
  /** Version of the task that wrote it. */
  readonly taskVersion: number
  /** Stages that never run again in this occurrence. */
  readonly finished: readonly string[]
  /** The stage that is under way; `null` before the first commit or stage end. */
  readonly stage: string | null
  /** How far `stage` got; `null` when it committed nothing yet. */
  readonly cursor: Json
  /** From here a trigger that may bring something is buffered, not joined. */
  readonly sealed: boolean
}

/** What a run tells of how far it is. */
export interface Progress {
  /** The stage that it is about. */
  readonly stage: string
  /** How much is done, in the stage's own unit; `null` when it does not say. */
  readonly done: number | null
  /** How much there is, in the same unit. */
  readonly total: number | null
  /** Whatever else the stage told. */
  readonly detail: Json
  /** Counts what a run told, over all its owners: the newer has the larger one, whatever clocks say. */
  readonly n: number
  /** When it told it, epoch ms. */
  readonly at: number
}

/** Why an unfinished run is not running, and when it goes on. */
export interface Wait {
  /** What it waits for. */
  readonly reason: 'retry' | 'offline' | 'auth' | 'rate-limited'
  /** When the attempt failed, epoch ms. */
  readonly since: number
  /** `null`: a sign-in ends it. */
  readonly nextAttemptAt: number | null
  /** No signal goes on before this instant (`Retry-After`). */
  readonly notBefore: number
  /** Version of the user record when the attempt began: a sign-in since then has a larger one. */
  readonly userVersion: number
  /** How it failed. */
  readonly error: TaskError
}

/** When a stage was worked on, over all attempts. */
export interface StageTime {
  /** Its name. */
  readonly stage: string
  /** When it was first called, epoch ms. */
  readonly startedAt: number
  /** When it ended, at the latest with its run, epoch ms; `null` while it goes on. */
  readonly endedAt: number | null
}

/** What a takeover or a further attempt found, and did. */
export type RecoveryChoice = 'restart' | 'resume' | 'skip' | 'migrate' | 'cancel'
