/** The one record of a key: everything that decides what its next trigger does. */
import type { FailureClass } from './error.ts'
import type { Json } from './json.ts'
import type { TaskKey } from './key.ts'
import { encodeKey } from './key.ts'
import type { DecisionReason, RecentDecision, TriggerNote } from './trigger.ts'

/** The form of the records that this version writes. */
export const schemaVersion = 1

/** What kind of context an agent lives in. */
export type AgentKind = 'tab' | 'worker' | 'service-worker' | 'node'

/** The time-limited right of one owner to run a key. */
export interface Lease {
  readonly owner: string
  readonly fence: number
  readonly agent: string
  readonly agentKind: AgentKind
  readonly agentLabel: string
  /** Name of the owner's presence lock; `null` when it has none. */
  readonly presence: string | null
  readonly acquiredAt: number
  readonly renewedAt: number
  /** Counts the writes that renewed. */
  readonly renewSeq: number
  readonly ttlMs: number
  readonly expiresAt: number
  /** Version of the user record at the acquisition: a sign-in since then has a larger one. */
  readonly userVersion?: number
}

/** Stage, cursor and seal of one occurrence. */
export interface Checkpoint {
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
  readonly done: number | null
  readonly total: number | null
  readonly detail: Json
  /** Counts what a run told, over all its owners: the newer has the larger one, whatever clocks say. */
  readonly n: number
  readonly at: number
}

/** A failure as it is stored. */
export interface TaskError {
  readonly failureClass: FailureClass
  readonly name: string
  readonly message: string
}

/** Why an unfinished run is not running, and when it goes on. */
export interface Wait {
  readonly reason: 'retry' | 'offline' | 'auth' | 'rate-limited'
  readonly since: number
  /** `null`: a sign-in ends it. */
  readonly nextAttemptAt: number | null
  /** No signal goes on before this instant (`Retry-After`). */
  readonly notBefore: number
  /** Version of the user record when the attempt began: a sign-in since then has a larger one. */
  readonly userVersion: number
  readonly error: TaskError
}

/** When a stage was worked on, over all attempts. */
export interface StageTime {
  readonly stage: string
  readonly startedAt: number
  readonly endedAt: number | null
}

/** What a takeover or a further attempt found, and did. */
export type RecoveryChoice = 'restart' | 'resume' | 'skip' | 'migrate' | 'cancel'

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

/** Triggers that wait together for one later run. */
export interface PendingTriggers {
  /** The run that will answer them. */
  readonly runId: string
  readonly triggers: readonly TriggerNote[]
  readonly triggersDropped: number
  readonly byUser: boolean
  /** Whether one of them may bring something. */
  readonly brings: boolean
  readonly payload: Json
  readonly hasPayload: boolean
  /** `mergePayload` threw over these triggers. */
  readonly fault?: TaskError
  readonly scheduledAt: number | null
  readonly requestedAt: number
}

/** Triggers that wait for a reason to end. */
export interface DeferredTriggers extends PendingTriggers {
  readonly reason: DecisionReason
  /** When to look again; `null`: an event ends the reason. */
  readonly dueAt: number | null
}

/** How an occurrence ended. */
export type OutcomeStatus = 'succeeded' | 'failed' | 'cancelled' | 'signed-out'

/** Why a failed occurrence is not tried again by itself. */
export type FailureCause = 'fatal' | 'exhausted' | 'poisoned'

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

/** Last committed cursor of an incremental stage, kept across occurrences. */
export interface Bookmark {
  readonly cursor: Json
  readonly taskVersion: number
  readonly at: number
}

/** How far a schedule of this key got. */
export interface Slot {
  readonly anchorAt: number
  /** Only grows. */
  readonly lastSlot: number
}

/** Everything about one key. Members that this version does not know survive a rewrite. */
export interface TaskRecord {
  readonly schemaVersion: number
  readonly key: string
  readonly userId: string
  readonly scope: string
  /** Counts the writes: the newer of two views has the larger one. */
  readonly version: number
  /** Epoch of the user that run, buffered and deferred triggers belong to. */
  readonly epoch: number
  /** The highest fence ever given. */
  readonly fence: number
  readonly lease: Lease | null
  readonly run: Run | null
  readonly buffered: PendingTriggers | null
  readonly deferred: DeferredTriggers | null
  readonly paused: { readonly at: number } | null
  readonly bookmarks: Readonly<Record<string, Bookmark>>
  readonly slots: Readonly<Record<string, Slot>>
  readonly last: LastOutcome | null
  readonly lastStartAt: number
  readonly lastSuccessAt: number
  readonly historySeq: number
  readonly recent: readonly RecentDecision[]
  readonly recentDropped: number
}

/** Sign-in state of one user. */
export interface UserRecord {
  readonly userId: string
  readonly version: number
  /** Raised by sign-out only; what belongs to an older one is signed out. */
  readonly epoch: number
  readonly signedIn: boolean
  /** When signed-out last became signed-in: the floor of all schedules. */
  readonly signedInAt: number
  /** When a sign-in last ended an `auth` wait. */
  readonly freshAt: number
}

/** A finished run. */
export interface HistoryRow {
  readonly key: string
  readonly seq: number
  readonly runId: string
  readonly source: string
  readonly byUser: boolean
  readonly payload: Json
  readonly scheduledAt: number | null
  readonly requestedAt: number
  readonly startedAt: number
  readonly endedAt: number
  readonly status: OutcomeStatus
  readonly cause: FailureCause | null
  /** How it failed, or the last attempt of a cancelled run did; `null` when it succeeded after all. */
  readonly error: TaskError | null
  readonly result: Json
  readonly agent: string
  readonly agentLabel: string
  /** Since the last press on a run that waited, which counts them anew. A takeover is none. */
  readonly attempts: number
  readonly takeovers: number
  readonly recovery: RecoveryChoice | null
  readonly fence: number
  readonly epoch: number
  readonly stages: readonly StageTime[]
  readonly triggers: readonly TriggerNote[]
  readonly triggersDropped: number
}

/** How far a schedule got. An id may be the name of what every object inherits: `constructor`. */
export function slotOf({ slots }: Pick<TaskRecord, 'slots'>, id: string): Slot | undefined {
  return Object.hasOwn(slots, id) ? slots[id] : undefined
}

/**
 * The record of a key for which nothing ever happened. `floor`: above the versions of what was
 * forgotten, so that whoever missed that believes the newer.
 */
export function emptyRecord(key: TaskKey, epoch: number, floor: number): TaskRecord {
  return {
    schemaVersion,
    key: encodeKey(key),
    userId: key.userId,
    scope: key.scope,
    version: floor,
    epoch,
    fence: 0,
    lease: null,
    run: null,
    buffered: null,
    deferred: null,
    paused: null,
    bookmarks: {},
    slots: {},
    last: null,
    lastStartAt: 0,
    lastSuccessAt: 0,
    historySeq: 0,
    recent: [],
    recentDropped: 0,
  }
}
