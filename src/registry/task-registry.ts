/** The public object: what an app can ask of its registry. */
import type { Observable } from 'rxjs'
import type { CancelResult } from '../model/cancel-result.ts'
import type { HistoryRow } from '../model/history-row.ts'
import type { Json } from '../model/json.ts'
import type { TaskOutcome } from '../model/outcome.ts'
import type {
  Brings,
  Decision,
  DecisionReason,
  RecentDecision,
  WhenRunning,
} from '../model/trigger.ts'
import type { RunningTaskView, StoreHealth, TaskView } from '../model/view.ts'
import type { AnyTask, Task } from '../run/task.ts'
import type { SignOutOptions } from './accounts.ts'
import type { Address } from './resolve.ts'

/** How a trigger is told about. */
export interface TriggerOptions<Payload> {
  /** For people and statistics; decides nothing but the defaults below. Default `manual`. */
  readonly source?: string
  /** A person asked: urgent. Default: whether the source is `manual`. */
  readonly byUser?: boolean
  /** Whether it may bring something that a run has not read. Default `maybe`. */
  readonly brings?: Brings
  /** JSON of at most 16 KiB. */
  readonly payload?: Payload
  /** Whose task, where the address does not say. Default: the user that this agent signed in. */
  readonly userId?: string | undefined
  /** Overrides the task's option for this trigger. */
  readonly whenRunning?: WhenRunning
}

/** The answer to a trigger, given without waiting for a run. */
export interface TriggerAnswer<Result> {
  /** What became of the trigger. */
  readonly decision: Decision
  /** Why; `undefined` where there is none to tell (in views, events and history it is `null` then). */
  readonly reason?: DecisionReason
  /** The run that answers it: started, joined, or the follow-up that will start. */
  readonly runId?: string
  /** One more run follows for what this trigger brings. */
  readonly followUp?: true
  /** The store holds the decision; joining a run of one's own agent needs no store. */
  readonly stored: boolean
  /** What to do about a rejection, or what the task's gate said. */
  readonly hint?: string
  /** The key as it is now. */
  readonly view: TaskView
  /** When the run that answers this trigger first stops executing. Never rejects. */
  readonly done: Promise<TaskOutcome<Result>>
}

/** What `history` tells of a key. */
export interface TaskHistory {
  /** Finished runs, the newest first. */
  readonly runs: readonly HistoryRow[]
  /** Triggers that started nothing and joined nothing, the newest last. */
  readonly recent: readonly RecentDecision[]
  /** Older ones of them that were not kept. */
  readonly recentDropped: number
}

/** Something that happened in this agent. */
export type RegistryEvent =
  | {
      readonly type: 'trigger'
      readonly key: string
      readonly source: string
      readonly decision: Decision
      readonly reason: DecisionReason | null
      readonly runId: string | null
    }
  /** This agent's transaction ended a run. */
  | { readonly type: 'ended'; readonly key: string; readonly row: HistoryRow }
  /** This agent's attempt ended in a wait, or went to another agent. */
  | {
      readonly type: 'paused-run'
      readonly key: string
      readonly runId: string
      readonly status: 'waiting' | 'handed-over'
    }
  /** This agent took a run over. */
  | { readonly type: 'takeover'; readonly key: string }
  | { readonly type: 'store'; readonly health: StoreHealth }
  /** The database was made anew while it was in use. */
  | { readonly type: 'store-recreated' }

/** How long to wait for runs. */
export interface WaitOptions {
  /** After this time waiting ends, ms; what runs goes on. Default: no limit. */
  readonly timeoutMs?: number
  /** Ends the waiting; what runs goes on. */
  readonly signal?: AbortSignal
}

/** What `drain` saw of this agent's runs. */
export interface DrainResult {
  /** No run is left. */
  readonly completed: boolean
  /** Runs still under way. */
  readonly running: number
  /** The time was over first. */
  readonly timedOut: boolean
  /** The `signal` ended the waiting. */
  readonly aborted: boolean
  /** Runs that failed meanwhile. */
  readonly failed: number
  /** Runs that were cancelled meanwhile. */
  readonly cancelled: number
  /** Ids of the runs that were under way when it was called. */
  readonly runs: readonly string[]
}

/**
 * One per page, worker or service worker: every trigger asks it, every view comes from it.
 *
 * An address that names no task, or is none, throws `unknown-task` or `invalid-argument`, as does an
 * option that is not known; after `close()` every call but `watch` throws `closed`. What the store does not do is
 * thrown as `store-unavailable` or `store-failed`, also when it has not answered within 5 s (it may still
 * land: `details.landed`); `trigger` answers it instead.
 */
export interface TaskRegistry {
  /** The id of this agent, by which views, history rows and triggers name it; new with each registry. */
  readonly agent: string
  /** Adds a task. Throws `task-conflict` when its scope has another definition. */
  define(task: AnyTask): void
  /**
   * Signs a user in, and arms that user's triggers in every tab. Call it on each page load: a user
   * who is signed in already is not disturbed. `fresh` (after a real login) ends an `auth` wait at once.
   * Rejects with `store-unavailable` when the store has not answered within 5 s; the answer counts
   * whenever it comes. With `accounts: 'none'` it rejects with `invalid-argument`.
   */
  signIn(userId: string, options?: { readonly fresh?: boolean }): Promise<void>
  /**
   * From its end on nothing that a run or a trigger of that user wants to write lands, from any tab
   * (that they are signed out may still be written down). Default: the users that this agent signed in or is signing in, else those that the store has signed in. This page stops at once, whatever the
   * store does; without an answer of it within 5 s the call rejects with `store-unavailable`, and
   * the sign-out is still being tried. `forget` deletes all that names the user from the store; who
   * comes back under that name starts from nothing, with higher fences.
   */
  signOut(who?: string | SignOutOptions): Promise<void>
  /** Asks for the work of a key. Throws `not-json` or `too-large` for a bad payload. */
  trigger<Scope extends string, Payload, Result, StageName extends string>(
    task: Task<Scope, Payload, Result, StageName>,
    options?: TriggerOptions<Payload>,
  ): Promise<TriggerAnswer<Result>>
  /** The same by user and scope, or by the string form of a key: what it answers with is plain JSON. */
  trigger(
    address: Exclude<Address, AnyTask>,
    options?: TriggerOptions<Json>,
  ): Promise<TriggerAnswer<Json>>
  /**
   * The view of a key, at once and on each change. By task it follows the signed-in user, or stays with
   * `userId` through sign-out and sign-in; by key it completes on sign-out. Of a registry that is closed it
   * shows `loading`, and completes.
   */
  watch(address: Address, options?: { readonly userId?: string | undefined }): Observable<TaskView>
  /** The view as this agent knows it: `loading` until the key is watched or triggered. */
  snapshot(address: Address, options?: { readonly userId?: string | undefined }): TaskView
  /** The run that somebody holds, as this agent knows it; `null` when there is none. */
  getRunningTask(
    address: Address,
    options?: { readonly userId?: string | undefined },
  ): Promise<RunningTaskView | null>
  /**
   * The end of a run, retries included; `unknown` when nobody knows it, or the registry is closed
   * meanwhile. Looks among the keys that this agent knows.
   */
  outcome(runId: string): Promise<TaskOutcome<Json>>
  /**
   * Ends a run that waits, asks the owner of one that runs, and drops what waits for later. With
   * `runId` only that run.
   */
  cancel(
    address: Address,
    options?: { readonly userId?: string | undefined; readonly runId?: string },
  ): Promise<CancelResult>
  /** Nothing new starts for the key, in any tab, until `resume`; what runs goes on. */
  pause(address: Address, options?: { readonly userId?: string | undefined }): Promise<void>
  /** Ends a pause; what was deferred by it starts. */
  resume(address: Address, options?: { readonly userId?: string | undefined }): Promise<void>
  /**
   * Forgets where incremental stages ended: the next occurrence begins from nothing. A run that is
   * unfinished goes on where it is, and leaves nothing for the next one either. Throws `reload-needed`
   * where a newer version of the library wrote the record.
   */
  reset(address: Address, options?: { readonly userId?: string | undefined }): Promise<void>
  /**
   * Finished runs of a key, and its latest other decisions; none when nobody is signed in. `limit`:
   * runs at most; default 50.
   */
  history(
    address: Address,
    options?: { readonly userId?: string | undefined; readonly limit?: number },
  ): Promise<TaskHistory>
  /** What happens in this agent, from the subscription on; completes on `close()`. */
  readonly events: Observable<RegistryEvent>
  /**
   * Nothing starts here any more, and what has not begun is handed over; what runs goes on and is
   * renewed. Triggers are recorded for other agents. Final; stopping twice is harmless.
   */
  stop(): void
  /**
   * Waits for this agent's runs, those that are about to begin included; nothing new starts here.
   * What runs on after a time-out is still renewed, and can be drained again.
   */
  drain(options?: WaitOptions): Promise<DrainResult>
  /**
   * Drains, then closes the store. On time-out it rejects with `busy`, naming the runs that are left
   * (`details.runs`), and stays open. With `force` runs are aborted (`closing`); their stages may
   * still commit, and what returns within `timeoutMs` (default 15 000) is handed over. Resolves to the
   * ids of those that did not: their leases are left to expire.
   */
  close(options?: WaitOptions & { readonly force?: boolean }): Promise<readonly string[]>
}
