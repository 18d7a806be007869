/** What is a task: what its author says of it, and what the registry works with. */
import type { RetryPolicy, TaskPolicy } from '../model/facts.ts'
import type { TaskError } from '../model/failure.ts'
import type { Json } from '../model/json.ts'
import type { WhenRunning } from '../model/trigger.ts'
import type { TriggerSource } from '../port/trigger-source.ts'
import type { StageFunction } from './stage.ts'
import type { TypeOf } from './type-of.ts'

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
  /** String form of the key. */
  readonly key: string
  /** Whose it was. */
  readonly userId: string
  /** Which task. */
  readonly scope: string
  /** Its id. */
  readonly runId: string
  /** Source of the trigger that started it. */
  readonly source: string
  /** Whether a person asked for it. */
  readonly byUser: boolean
  /** Since the last press on a run that waited, which counts them anew. */
  readonly attempts: number
  /** When it first started, epoch ms. */
  readonly startedAt: number
  /** When it ended, epoch ms. */
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
   * `manual`: the stage calls `run.seal()` before its last read of local inputs. Default: the last of
   * several stages begins sealed, so it must be the one that reads them; a task of one stage never seals.
   */
  readonly seal?: 'manual'
  /**
   * Combines the payloads of triggers that wait together, or that the store did not take. Pure; if it throws,
   * the run fails for good with that error, or the trigger that was not stored rejects. Default: the latest.
   */
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
