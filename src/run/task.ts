/** What a task is: its stages, its options, and what a stage function receives. */
import type { RetryPolicy, TaskPolicy } from '../model/facts.ts'
import type { Json, Jsonable } from '../model/json.ts'
import type { RecoveryChoice, TaskError } from '../model/record.ts'
import type { WhenRunning } from '../model/trigger.ts'
import type { TriggerSource } from '../port/trigger-source.ts'

/** Names a type where a value is expected; made by `type<T>()`. */
export interface TypeOf<T> {
  /** Never there at run time. */
  readonly '~type'?: T
}

/**
 * Names the type of a cursor, payload or result: `{ cursor: type<string>() }`. A type that JSON cannot
 * hold (a Date, a Map) does not compile: an argument is missing that nobody can give.
 */
export function type<T>(
  ..._notJson: [T] extends [Jsonable<T>] ? [] : [storeIdsTextOrNumbersInstead: never]
): TypeOf<T extends Jsonable<T> ? T : Jsonable<T>> {
  return {}
}

/** How far a stage is; shown, not decided upon. At most 10 a second are sent. */
export interface ProgressNote {
  readonly done?: number
  readonly total?: number
  /** JSON of at most 1 KiB. */
  readonly detail?: Json
}

/** What a commit does besides storing the cursor. */
export interface CommitOptions {
  /** This was the stage's last effect: it is finished, and never runs again in this occurrence. */
  readonly last?: boolean
  /** Seals the run with this write. */
  readonly seal?: boolean
}

/** What a stage function receives. */
export interface TaskRun<Cursor, Payload, Result> {
  readonly key: string
  readonly userId: string
  readonly scope: string
  readonly runId: string
  /** Source of the trigger that started the run. */
  readonly source: string
  readonly byUser: boolean
  /** What the triggers brought, or an unfinished run before this one left; `null` when there is none. */
  readonly payload: Payload
  /** Where this stage goes on; `undefined` when it starts from nothing. Follows each commit. */
  readonly cursor: Cursor | undefined
  /** 1 for the first; a takeover is not an attempt. */
  readonly attempt: number
  readonly takeovers: number
  /** What was done with an earlier attempt's or owner's checkpoint; `null` for a fresh occurrence. */
  readonly recovery: RecoveryChoice | null
  /** Grows with each acquisition of the key; a server refuses what carries a lower one. */
  readonly fence: number
  /** When the run first started, epoch ms. */
  readonly startedAt: number
  /** The slot this run is for, epoch ms. */
  readonly scheduledAt: number | undefined
  /** Aborts when the run must stop; its reason is a `LeaseLost`. */
  readonly signal: AbortSignal
  /** When `maxRunMs` ends the run, epoch ms. */
  readonly deadlineAt: number | undefined
  /**
   * Stores how far the stage got, after its effect: one transaction, which also renews the lease.
   * Throws `LeaseLost` when the run is no longer ours, `too-large` or `not-json` for a bad cursor,
   * `stage-finished` after a commit with `last`.
   */
  commit(cursor: Cursor, options?: CommitOptions): Promise<void>
  /** Tells how far the stage is. Throws `too-large` or `not-json` for a bad detail. */
  progress(note: ProgressNote): void
  /**
   * "I am about to read my inputs for the last time": what a later trigger brings gets a run of its
   * own. One transaction; throws `LeaseLost` when the run is no longer ours.
   */
  seal(): Promise<void>
  /**
   * Makes sure that the lease can be trusted for `ms` from now; 0 to 600 000, else
   * `invalid-argument`. Throws `LeaseLost` when the run is no longer ours.
   */
  ensure(ms: number): Promise<void>
  /**
   * Sets the run's result; stored with the next commit or the settle. At most 16 KiB as JSON: throws
   * `too-large` or `not-json`.
   */
  result(value: Result): void
  /**
   * The key by which a server recognises this part when any run sends it again. `per: 'occurrence'`:
   * when this run sends it again. Throws `too-large` when it takes more than 512 characters.
   */
  idempotencyKey(part: string, options?: { readonly per: 'occurrence' }): string
  /**
   * Headers for a request of this run: store id, key, fence, and the idempotency key of `part`.
   * Verifies the lease first: throws `LeaseLost` when the run is no longer ours.
   */
  headers(part?: string): Promise<Record<string, string>>
}

/** The work of a stage. A promise is awaited; what it resolves to is ignored. */
export type StageFunction<Cursor, Payload, Result> = (
  run: TaskRun<Cursor, Payload, Result>,
) => unknown

/** How a stage is told about. */
export interface StageOptions<Cursor> {
  /** The type of its cursor. Default: it commits `null` only. */
  readonly cursor?: TypeOf<Cursor>
  /** The next occurrence starts at the last committed cursor. Default `false`. */
  readonly incremental?: boolean
}

/** A stage of a task; made by the builder that `stages` receives. */
export interface Stage<Payload, Result> {
  readonly work: StageFunction<Json, Payload, Result>
  readonly incremental: boolean
}

/** Makes a stage; the cursor's type comes from the options. */
export type StageBuilder<Payload, Result> = <Cursor = null>(
  work: StageFunction<Cursor, Payload, Result>,
  options?: StageOptions<Cursor>,
) => Stage<Payload, Result>

/** How a run ended, for `onSettled`. */
export type RunOutcome<Result> =
  | { readonly status: 'succeeded'; readonly result: Result | null }
  | {
      readonly status: 'failed'
      readonly cause: 'fatal' | 'exhausted' | 'poisoned'
      readonly error: TaskError
    }
  | { readonly status: 'cancelled' }

/** The run that `onSettled` is told of. */
export interface SettledRun {
  readonly key: string
  readonly userId: string
  readonly scope: string
  readonly runId: string
  readonly source: string
  readonly byUser: boolean
  readonly attempts: number
  readonly startedAt: number
  readonly endedAt: number
}

/** Options that every task may have. */
export interface TaskOptions<Scope extends string, Payload, Result> {
  /** Names the work; part of the key. 1 to 256 characters. */
  readonly scope: Scope
  /** Raise it when stages or cursors change their meaning. Default 1. */
  readonly version?: number
  /** The type of what triggers may bring. Default: nothing. */
  readonly payload?: TypeOf<Payload>
  /** The type of what `run.result()` takes. Default: nothing. */
  readonly result?: TypeOf<Result>
  /** Armed by `signIn` in every tab, disarmed by `signOut`. Default none. */
  readonly triggers?: readonly TriggerSource[]
  /** What happens to a trigger while the key runs. Default `auto`. */
  readonly whenRunning?: WhenRunning
  /**
   * `manual`: the stage calls `run.seal()`. Default: the last of several stages begins sealed, a
   * task of one stage never seals.
   */
  readonly seal?: 'manual'
  /** Combines the payloads of triggers that wait together. Pure. Default: the latest. */
  readonly mergePayload?: (older: Payload, newer: Payload) => Payload
  /** Automatic triggers within this time after the last start or success are skipped, ms. Default 10 000. */
  readonly minIntervalMs?: number
  /**
   * An automatic trigger is deferred so long, and each further one defers it anew, ms: twenty edits in
   * a row make one run. A press starts at once, with all that waits. Default 0: not at all.
   */
  readonly debounceMs?: number
  /** The first of them waits no longer than this, ms; at least `debounceMs`. Default ten times that. */
  readonly maxWaitMs?: number
  /** How often, and how soon, a failed attempt is repeated. Default: 12 attempts, 2 s to 15 min. */
  readonly retry?: Partial<RetryPolicy>
  /** Without commit or progress for this long the attempt is aborted, ms. Default 600 000. */
  readonly stallMs?: number
  /** The whole attempt may take this long, ms. Default: no limit. */
  readonly maxRunMs?: number
  /** `false`: the task needs no network and runs offline. Default `true`. */
  readonly network?: boolean
  /** A gate: `true`, or the reason why nothing may start now. Called at each look; must be quick. */
  readonly when?: () => true | string
  /** Waits so long after the owner's lock was freed, ms. Default 0. */
  readonly takeoverGraceMs?: number
  /**
   * Called once for each run that ended, only by the agent whose settle landed. A promise is awaited;
   * its rejection is reported.
   */
  readonly onSettled?: (outcome: RunOutcome<Result>, run: SettledRun) => unknown
}

/** Which database a task's commits write into. */
export interface Fencing {
  /** As its store calls it. */
  readonly kind: string
  /** The app's tables that its writes use. */
  readonly tables: readonly string[]
}

/** What the registry works with: the task with its types erased. */
export interface TaskDefinition {
  readonly policy: TaskPolicy
  readonly stages: ReadonlyMap<string, StageFunction<Json, Json, Json>>
  readonly triggers: readonly TriggerSource[]
  /** `null`: its commits carry no writes of the app. */
  readonly fenced: Fencing | null
  readonly stallMs: number
  readonly maxRunMs: number | null
  readonly takeoverGraceMs: number
  readonly when: (() => true | string) | null
  readonly onSettled: ((outcome: RunOutcome<Json>, run: SettledRun) => unknown) | null
}

/** Any task, whatever its types. */
export interface AnyTask {
  readonly scope: string
  readonly definition: TaskDefinition
}

/** A task; made by `defineTask`. */
export interface Task<Scope extends string, Payload, Result, StageName extends string>
  extends AnyTask {
  readonly scope: Scope
  /** Never there at run time. */
  readonly '~types'?: {
    readonly payload: Payload
    readonly result: Result
    readonly stage: StageName
  }
}
