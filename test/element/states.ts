/** Every state that the sync button shows, each as a view. */
import type { Progress } from '../../src/model/run.ts'
import { emptyView, type RunningTaskView, type TaskView } from '../../src/model/view.ts'

/** When all of them are looked at: 14:05 of a Monday, in the time zone at hand. */
export const now: number = new Date(2026, 10, 30, 14, 5, 20).getTime()

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const success = now - 64 * minuteMs

/** A view in which nothing ever happened, but for `change`. */
export function viewOf(change: Partial<TaskView>): TaskView {
  return { ...emptyView('ada|course_sync', 'course_sync', 'ada', { state: 'ok' }), ...change }
}

/** A run of the other tab that began two minutes ago, but for `change`. */
function runOf(change: Partial<RunningTaskView>): RunningTaskView {
  return {
    key: 'ada|course_sync',
    userId: 'ada',
    scope: 'course_sync',
    runId: 'run-2',
    stage: 'pulling',
    startedAt: now - 2 * minuteMs,
    canCancel: true,
    source: 'foreground',
    joined: [],
    progress: null,
    lastProgressAt: null,
    attempt: 1,
    takeovers: 0,
    owner: { here: false, kind: 'tab', label: 'tab', agent: 'other' },
    fence: 2,
    leaseExpiresAt: now + minuteMs,
    responding: true,
    sealed: false,
    cancelling: false,
    ...change,
  }
}

/** The view of that run. */
export function runningView(
  run: Partial<RunningTaskView> = {},
  change: Partial<TaskView> = {},
): TaskView {
  const running = runOf(run)
  return viewOf({
    status: 'running',
    running,
    runId: running.runId,
    attempt: running.attempt,
    lastSuccessAt: success,
    actions: running.canCancel ? ['cancel'] : [],
    ...change,
  })
}

/** How far a run is. */
export function progressOf(done: number, total: number | null): Progress {
  return { stage: 'pulling', done, total, detail: null, n: done, at: now }
}

type Last = NonNullable<TaskView['last']>

function ended(status: Last['status'], cause: Last['cause'] = null, message?: string): TaskView {
  const error =
    message === undefined ? null : ({ failureClass: 'fatal', name: 'Error', message } as const)
  const at = status === 'succeeded' ? success : now - 3 * minuteMs
  return viewOf({
    last: { runId: 'run-1', status, cause, error, at },
    lastSuccessAt: success,
    actions: ['start'],
  })
}

function waiting(reason: NonNullable<TaskView['reason']>, change: Partial<TaskView>): TaskView {
  return viewOf({
    status: 'waiting',
    reason,
    runId: 'run-2',
    attempt: 2,
    lastSuccessAt: success,
    error: { failureClass: 'retryable', name: 'TypeError', message: 'Failed to fetch' },
    actions: ['retry-now', 'cancel'],
    ...change,
  })
}

function deferred(reason: NonNullable<TaskView['reason']>, change: Partial<TaskView>): TaskView {
  const actions = ['start', 'cancel'] as const
  return viewOf({ status: 'deferred', reason, lastSuccessAt: success, actions, ...change })
}

function blocked(reason: NonNullable<TaskView['reason']>, change: Partial<TaskView>): TaskView {
  return viewOf({ status: 'blocked', reason, ...change })
}

/** The views, by the name of their state. */
export const states: Readonly<Record<string, TaskView>> = {
  loading: viewOf({ status: 'loading' }),
  'signed out': viewOf({ status: 'signed-out' }),
  'never synced': viewOf({ actions: ['start'] }),
  idle: ended('succeeded'),
  'idle, last success on another day': {
    ...ended('succeeded'),
    lastSuccessAt: now - 3 * dayMs,
  },
  'running here': runningView({
    owner: { here: true, kind: 'tab', label: 'tab', agent: 'here' },
    source: 'manual',
    progress: progressOf(64, 240),
  }),
  'running in another tab': runningView({ stage: 'pushing' }),
  'running in the background, of unknown length': runningView({
    owner: { here: false, kind: 'service-worker', label: 'service-worker', agent: 'worker' },
    progress: progressOf(1_280, null),
  }),
  'running, with a follow-up': runningView({ sealed: true }, { buffered: true }),
  cancelling: runningView({ cancelling: true, canCancel: false }),
  'not responding': runningView({ responding: false, progress: progressOf(64, 240) }),
  'settling into storage that is busy': runningView(
    {
      sealed: true,
      source: 'manual',
      owner: { here: true, kind: 'tab', label: 'tab', agent: 'here' },
    },
    { store: { state: 'waiting' } },
  ),
  'waiting for a retry': waiting('retry', { nextAttemptAt: now + 5 * minuteMs }),
  'waiting for a retry that is near': waiting('retry', { nextAttemptAt: now + 8_000 }),
  'waiting for the network': waiting('offline', {
    background: { sync: 'ready', periodicSync: 'off' },
  }),
  'waiting for a sign-in': waiting('auth', { error: null }),
  'waiting as the server asked': waiting('rate-limited', {
    nextAttemptAt: now + 40 * minuteMs,
    error: null,
  }),
  interrupted: viewOf({
    status: 'interrupted',
    reason: 'owner-gone',
    runId: 'run-2',
    lastSuccessAt: success,
    actions: ['start', 'cancel'],
  }),
  'interrupted, and nobody here may go on': runningView(
    { responding: false },
    { status: 'interrupted', reason: 'owner-gone' },
  ),
  paused: viewOf({
    status: 'paused',
    reason: 'paused',
    lastSuccessAt: success,
    actions: ['resume'],
  }),
  'deferred: offline': deferred('offline', {
    background: { sync: 'unsupported', periodicSync: 'off' },
  }),
  'deferred by the gate': deferred('gate', {
    detail: 'only on Wi-Fi',
    actions: ['cancel'],
  }),
  'deferred after too many failures': deferred('exhausted', {
    nextAttemptAt: now + 15 * minuteMs,
  }),
  'failed for good': ended('failed', 'fatal', 'The course list could not be read'),
  exhausted: ended('failed', 'exhausted', 'NetworkError when attempting to fetch resource.'),
  poisoned: ended('failed', 'poisoned', 'The run was taken over four times in a row'),
  cancelled: ended('cancelled'),
  'ended by a sign-out': ended('signed-out'),
  'blocked by an earlier run': blocked('stage-ignores-signal', {
    lastSuccessAt: success,
    actions: ['cancel'],
  }),
  'storage busy': blocked('store-waiting', { actions: ['start'], store: { state: 'waiting' } }),
  'storage unavailable': blocked('store-unavailable', {
    detail: 'the disk is full',
    actions: ['start'],
    store: { state: 'unavailable', message: 'the disk is full' },
  }),
  'reload needed': blocked('reload-needed', { lastSuccessAt: success }),
  'in memory only': { ...ended('succeeded'), store: { state: 'ok', volatile: true } },
  'long texts': runningView(
    {
      stage: 'comparing_every_course_of_the_faculty_with_its_predecessors',
      joined: ['manual', 'change'],
      attempt: 3,
      takeovers: 1,
      progress: {
        ...progressOf(1_234_567, 9_876_543),
        detail: 'Donaudampfschifffahrtsgesellschaft',
      },
    },
    { buffered: true, lastSuccessAt: now - 400 * dayMs },
  ),
}
