/** What is a stage: a function, and the run that it receives. */
import type { Json } from '../model/json.ts'
import type { RecoveryChoice } from '../model/run.ts'
import type { TypeOf } from './type-of.ts'

/** How far a stage is; shown, not decided upon. At most 10 a second are sent. */
export interface ProgressNote {
  /** How much is done, in any unit. */
  readonly done?: number
  /** How much there is, in the same unit. */
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
  /** String form of the key. */
  readonly key: string
  /** Whose it is. */
  readonly userId: string
  /** Which task. */
  readonly scope: string
  /** Its id; the same over attempts and takeovers. */
  readonly runId: string
  /** Source of the trigger that started the run. */
  readonly source: string
  /** Whether a person asked for it. */
  readonly byUser: boolean
  /** What the triggers brought, or an unfinished run before this one left; `null` when there is none. */
  readonly payload: Payload
  /**
   * Where this stage goes on: what was committed last, by this run or, in an incremental stage, by an
   * earlier one; `undefined` before the first commit. Follows each commit.
   */
  readonly cursor: Cursor | undefined
  /** 1 for the first; a takeover is not an attempt. */
  readonly attempt: number
  /** How often another owner went on with it. */
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
  /** When `maxRunMs`, or in a service worker the time of its event, stops the run here, epoch ms; `undefined` without a limit. */
  readonly deadlineAt: number | undefined
  /**
   * Stores how far the stage got, after its effect: one transaction, which also renews the lease.
   * Throws `LeaseLost` when the run is no longer ours, `too-large` or `not-json` for a bad cursor,
   * `stage-finished` after a commit with `last` or when the stage has returned. When the time of a service worker's event is over the
   * first commit is stored, and throws `LeaseLost`: the run goes on after it elsewhere.
   */
  commit(cursor: Cursor, options?: CommitOptions): Promise<void>
  /** Tells how far the stage is; told after it has returned, it counts for nothing. Throws `too-large` or `not-json` for a bad detail, `invalid-argument` for a number that is not finite. */
  progress(note: ProgressNote): void
  /**
   * "I am about to read my inputs for the last time": what a later trigger brings gets a run of its
   * own. One transaction; throws `LeaseLost` when the run is no longer ours, `stage-finished` when the stage has returned. The last of several stages
   * begins sealed; where an earlier one reads the inputs, the task says `seal: 'manual'`, and that
   * stage calls this before its last read.
   */
  seal(): Promise<void>
  /**
   * Makes sure that the lease can be trusted for `ms` from now; 0 to 600 000, else
   * `invalid-argument`. An owner that freezes is replaced that much later. Throws `LeaseLost` when the run is no longer ours.
   */
  ensure(ms: number): Promise<void>
  /**
   * Sets the run's result; stored with the next commit or the settle. At most 16 KiB as JSON: throws
   * `too-large` or `not-json`, and `stage-finished` when the stage has returned.
   */
  result(value: Result): void
  /**
   * The key by which a server recognises this part when any run sends it again. `part` names one thing
   * for ever: the id of an edit, never given to another one. The key also stays the same after
   * `signOut({ forget: true })`; a database that was made anew gives another. `per: 'occurrence'`: when
   * this run sends it again. Throws `too-large` when it takes more than 512 characters.
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
