/** What people see of a key. */
import type { TaskError } from './failure.ts'
import type { LastOutcome } from './history-row.ts'
import type { AgentKind } from './lease.ts'
import type { Progress, Wait } from './run.ts'
import type { DecisionReason } from './trigger.ts'

/** What a person can do about a key now. */
export type TaskAction = 'start' | 'retry-now' | 'cancel' | 'resume'

/** Whether the store answers. */
export type StoreHealth =
  /** `volatile`: what it holds ends with this page or process. */
  | { readonly state: 'ok'; readonly volatile?: true }
  /** Waiting behind another transaction. */
  | { readonly state: 'waiting' }
  | { readonly state: 'unavailable'; readonly message: string }

/** Whether the browser starts the app's service worker for what waits, once no page is open. */
export interface BackgroundSupport {
  /** As soon as the network is there. `unknown` until the service worker is active, `refused` by the person or the browser. */
  readonly sync: 'unknown' | 'ready' | 'unsupported' | 'refused'
  /** From time to time, too. `off`: not asked for. */
  readonly periodicSync: 'off' | 'unknown' | 'ready' | 'unsupported' | 'refused'
}

/** A run that somebody holds. */
export interface RunningTaskView {
  /** String form of the key. */
  readonly key: string
  /** Whose it is. */
  readonly userId: string
  /** Which task. */
  readonly scope: string
  /** Its id; the same over attempts and takeovers. */
  readonly runId: string
  /** The stage under way; `null` where the task has none left. */
  readonly stage: string | null
  /** When the occurrence first started, epoch ms. */
  readonly startedAt: number
  /** Nobody has cancelled it yet. */
  readonly canCancel: boolean
  /** Source of the trigger that started it. */
  readonly source: string
  /** Sources of the triggers that joined, each once. */
  readonly joined: readonly string[]
  /** What the stage told last; `null` when nothing, or of an earlier stage. */
  readonly progress: Progress | null
  /** When it told that, epoch ms. */
  readonly lastProgressAt: number | null
  /** 1 for the first; a takeover is not an attempt. */
  readonly attempt: number
  /** How often another owner went on with it. */
  readonly takeovers: number
  /** Where it runs. */
  readonly owner: {
    readonly here: boolean
    readonly kind: AgentKind
    readonly label: string
    readonly agent: string
  }
  /** Fence of its owner. */
  readonly fence: number
  /** When its lease is over unless it is renewed, epoch ms. */
  readonly leaseExpiresAt: number
  /** `false` from the expiry of the lease until somebody took over or settled. */
  readonly responding: boolean
  /** It has begun to read its inputs for the last time: what is new gets a run of its own. */
  readonly sealed: boolean
  /** Somebody has cancelled it, and its owner has not stopped yet. */
  readonly cancelling: boolean
}

/** What a key is doing. */
export type TaskStatus =
  | 'loading'
  | 'idle'
  | 'running'
  | 'waiting'
  | 'paused'
  | 'deferred'
  | 'interrupted'
  | 'blocked'
  | 'signed-out'

/** Everything that is shown of a key. The same reference until something of it changed. */
export interface TaskView {
  /** String form of the key. */
  readonly key: string
  /** Whose it is; `null` while nobody is signed in. */
  readonly userId: string | null
  /** Which task. */
  readonly scope: string
  /** What the key is doing. */
  readonly status: TaskStatus
  /** Why it waits, is deferred, blocked or interrupted; else `null`. */
  readonly reason: Wait['reason'] | DecisionReason | 'owner-gone' | null
  /** What the task's gate or the store said about it. */
  readonly detail: string | null
  /** The run that somebody holds; `null` when nobody does. */
  readonly running: RunningTaskView | null
  /** The unfinished run, running or not; `null` when there is none. */
  readonly runId: string | null
  /** Its attempt, 1 for the first. */
  readonly attempt: number | null
  /** When what waits goes on by itself, epoch ms; `null` when only an event ends the wait. */
  readonly nextAttemptAt: number | null
  /** How the last attempt of the unfinished run failed. */
  readonly error: TaskError | null
  /** How the last run ended; `null` before one did. */
  readonly last: Pick<LastOutcome, 'runId' | 'status' | 'cause' | 'error' | 'at'> | null
  /** When a run last succeeded, epoch ms. */
  readonly lastSuccessAt: number | null
  /** Whether a follow-up is buffered. */
  readonly buffered: boolean
  /** Whether the store answers. */
  readonly store: StoreHealth
  /** What the browser does once no page is open; `null` without the option `background`, while `loading`, and while signed out. */
  readonly background: BackgroundSupport | null
  /** What a person can do now, the one to offer first. */
  readonly actions: readonly TaskAction[]
}

/** The view of a key that nothing is known of yet; `blocked` when the store keeps it so. */
export function loadingView(
  key: string,
  scope: string,
  userId: string | null,
  store: StoreHealth,
): TaskView {
  const empty = emptyView(key, scope, userId, store)
  switch (store.state) {
    case 'ok':
      return { ...empty, status: 'loading' }
    case 'waiting':
      return { ...empty, status: 'blocked', reason: 'store-waiting', actions: ['start'] }
    case 'unavailable':
      return {
        ...empty,
        status: 'blocked',
        reason: 'store-unavailable',
        detail: store.message,
        actions: ['start'],
      }
  }
}

/** The view of a key whose user is not signed in. */
export function signedOutView(
  key: string,
  scope: string,
  userId: string | null,
  store: StoreHealth,
): TaskView {
  return { ...emptyView(key, scope, userId, store), status: 'signed-out' }
}

/** A view in which nothing ever happened. */
export function emptyView(
  key: string,
  scope: string,
  userId: string | null,
  store: StoreHealth,
): TaskView {
  return {
    key,
    userId,
    scope,
    status: 'idle',
    reason: null,
    detail: null,
    running: null,
    runId: null,
    attempt: null,
    nextAttemptAt: null,
    error: null,
    last: null,
    lastSuccessAt: null,
    buffered: false,
    store,
    background: null,
    actions: [],
  }
}
