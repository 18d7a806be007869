/** What people see of a key. */
import type { AgentKind, LastOutcome, Progress, TaskError, Wait } from './record.ts'
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

/** A run that somebody holds. */
export interface RunningTaskView {
  readonly key: string
  readonly userId: string
  readonly scope: string
  readonly runId: string
  readonly stage: string | null
  /** When the occurrence first started, epoch ms. */
  readonly startedAt: number
  readonly canCancel: boolean
  /** Source of the trigger that started it. */
  readonly source: string
  /** Sources of the triggers that joined, each once. */
  readonly joined: readonly string[]
  readonly progress: Progress | null
  readonly lastProgressAt: number | null
  readonly attempt: number
  readonly takeovers: number
  readonly owner: {
    readonly here: boolean
    readonly kind: AgentKind
    readonly label: string
    readonly agent: string
  }
  readonly fence: number
  readonly leaseExpiresAt: number
  /** `false` from the expiry of the lease until somebody took over or settled. */
  readonly responding: boolean
  readonly sealed: boolean
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
  readonly key: string
  readonly userId: string | null
  readonly scope: string
  readonly status: TaskStatus
  /** Why it waits, is deferred, blocked or interrupted; else `null`. */
  readonly reason: Wait['reason'] | DecisionReason | 'owner-gone' | null
  /** What the task's gate or the store said about it. */
  readonly detail: string | null
  readonly running: RunningTaskView | null
  readonly runId: string | null
  readonly attempt: number | null
  readonly nextAttemptAt: number | null
  readonly error: TaskError | null
  readonly last: Pick<LastOutcome, 'runId' | 'status' | 'cause' | 'error' | 'at'> | null
  readonly lastSuccessAt: number | null
  /** Whether a follow-up is buffered. */
  readonly buffered: boolean
  readonly store: StoreHealth
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
    actions: [],
  }
}
