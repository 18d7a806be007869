/** The view of a key: derived from record, evidence and time, never from a stored flag. */
import { isCurrent } from './epoch.ts'
import { isRecord } from './record-form.ts'
import type { TaskRecord } from './record.ts'
import type { Progress, Run } from './run.ts'
import type { UserRecord } from './user-record.ts'
import {
  type BackgroundSupport,
  emptyView,
  type RunningTaskView,
  signedOutView,
  type StoreHealth,
  type TaskView,
} from './view.ts'

/** What a view depends on besides the record. */
export interface ViewFacts {
  readonly now: number
  readonly agent: string
  /** Whether this agent could go on with the key. */
  readonly capable: boolean
  /** An earlier stage function of the key has not returned in this agent, which so cannot start it. */
  readonly stuck: boolean
  /** A newer version of the task or the library wrote the record: this agent stands back from it. */
  readonly outdated: boolean
  /** The owner is known to be gone. */
  readonly ownerGone: boolean
  /** Progress that travelled by message and is newer than the record's. */
  readonly progress: Progress | null
  readonly store: StoreHealth
  /** What the browser does once no page is open; `null` when the registry was not told to ask. */
  readonly background: BackgroundSupport | null
  /** What the task's gate said last; `true` when it is open. */
  readonly gate: true | string
}

/** The view of a record; `record` is `null` when nothing ever happened to the key. */
export function deriveView(
  identity: { readonly key: string; readonly scope: string; readonly userId: string },
  record: TaskRecord | null,
  user: UserRecord | null,
  facts: ViewFacts,
): TaskView {
  const { key, scope, userId } = identity
  const { store } = facts
  if (!user?.signedIn) return signedOutView(key, scope, userId, store)
  const empty = { ...emptyView(key, scope, userId, store), background: facts.background }
  // A record of an older epoch holds nothing of this sign-in but how the last run ended.
  const current = record && isCurrent(record, user) ? record : null
  const base: TaskView = record
    ? { ...empty, ...lastOf(record), buffered: current?.buffered != null }
    : empty
  const running = current ? deriveRunning(current, facts) : null
  if (running) {
    const left = facts.ownerGone && !facts.capable
    const isReloadNeeded = facts.outdated && !running.responding
    const reason = left ? (facts.stuck ? 'stage-ignores-signal' : 'owner-gone') : null
    return {
      ...base,
      status: left ? (facts.stuck ? 'blocked' : 'interrupted') : 'running',
      reason: isReloadNeeded ? 'reload-needed' : reason,
      running,
      runId: running.runId,
      attempt: running.attempt,
      actions: running.canCancel ? ['cancel'] : [],
    }
  }
  if (store.state === 'unavailable') {
    return {
      ...base,
      status: 'blocked',
      reason: 'store-unavailable',
      detail: store.message,
      actions: ['start'],
    }
  }
  if (facts.outdated && !current?.paused) {
    const run = current?.run ?? null
    return {
      ...base,
      status: 'blocked',
      reason: 'reload-needed',
      runId: run?.runId ?? null,
      actions: run ? ['cancel'] : [],
    }
  }
  return current ? { ...base, ...atRest(current, facts) } : { ...base, actions: ['start'] }
}

/** The running view of a record; `null` when nobody holds it. */
function deriveRunning(record: TaskRecord, facts: ViewFacts): RunningTaskView | null {
  const { lease, run } = record
  // What a newer version wrote may have another form.
  if (!lease || !run || (facts.outdated && !isRecord(record))) return null
  const stored = run.progress
  const live = facts.progress
  const newest = live && (!stored || live.n >= stored.n) ? live : stored
  const progress = newest?.stage === run.checkpoint.stage ? newest : null
  const joined = run.triggers.filter(note => note.decision === 'joined').map(note => note.source)
  return {
    key: record.key,
    userId: record.userId,
    scope: record.scope,
    runId: run.runId,
    stage: run.checkpoint.stage,
    startedAt: run.startedAt,
    canCancel: run.cancel === null,
    source: run.source,
    joined: [...new Set(joined)],
    progress,
    lastProgressAt: newest?.at ?? null,
    attempt: run.attempt,
    takeovers: run.takeovers,
    owner: {
      here: lease.agent === facts.agent,
      kind: lease.agentKind,
      label: lease.agentLabel,
      agent: lease.agent,
    },
    fence: lease.fence,
    leaseExpiresAt: lease.expiresAt,
    responding: facts.now < lease.expiresAt && !facts.ownerGone,
    sealed: run.checkpoint.sealed,
    cancelling: run.cancel !== null,
  }
}

function lastOf(record: TaskRecord): Pick<TaskView, 'last' | 'lastSuccessAt'> {
  const { last, lastSuccessAt } = record
  return {
    last: last && {
      runId: last.runId,
      status: last.status,
      cause: last.cause,
      error: last.error,
      at: last.at,
    },
    lastSuccessAt: lastSuccessAt || null,
  }
}

function isDue({ wait }: Run, now: number): boolean {
  return wait === null || (wait.nextAttemptAt !== null && wait.nextAttemptAt <= now)
}

function atRest(record: TaskRecord, facts: ViewFacts): Partial<TaskView> {
  const { run, deferred, paused } = record
  const unfinished = run && {
    runId: run.runId,
    attempt: run.attempt,
    error: run.wait?.error ?? null,
  }
  if (paused)
    return {
      ...unfinished,
      status: 'paused',
      reason: 'paused',
      actions: ['resume', ...(run ? (['cancel'] as const) : [])],
    }
  if (facts.gate !== true && (run || deferred)) {
    return {
      ...unfinished,
      status: 'deferred',
      reason: 'gate',
      detail: facts.gate,
      actions: ['cancel'],
    }
  }
  // Whoever could start it would have done so: there is nobody but this agent.
  if (facts.stuck && (run ? isDue(run, facts.now) : deferred)) {
    return { ...unfinished, status: 'blocked', reason: 'stage-ignores-signal', actions: ['cancel'] }
  }
  if (run?.wait) {
    const { reason, nextAttemptAt } = run.wait
    return {
      ...unfinished,
      status: 'waiting',
      reason,
      nextAttemptAt,
      actions: ['retry-now', 'cancel'],
    }
  }
  if (run)
    return {
      ...unfinished,
      status: 'interrupted',
      reason: 'owner-gone',
      actions: ['start', 'cancel'],
    }
  if (deferred) {
    return {
      status: 'deferred',
      reason: deferred.reason,
      nextAttemptAt: deferred.dueAt,
      actions: ['start', 'cancel'],
    }
  }
  return { status: 'idle', actions: ['start'] }
}
