import { describe, expect, test } from 'vitest'
import { deriveView } from '../../src/model/derive-view.ts'
import { signedOutView, type TaskView } from '../../src/model/view.ts'
import {
  aChange,
  aFailed,
  anError,
  aPending,
  aPolicy,
  aPress,
  aRequest,
  aRunning,
  aSealed,
  aSucceeded,
  aUser,
  aWaiting,
  hour,
  key,
  minute,
  second,
  startAt,
  Story,
} from './support.ts'

const ok = { state: 'ok' } as const
const unavailable = { state: 'unavailable', message: 'the database is blocked' } as const
const shown = ({ status, reason, actions }: TaskView) => ({ status, reason, actions })

describe('the status of a key', () => {
  test('idle, when nothing ever ran, and after a run', () => {
    expect(shown(new Story().view())).toEqual({ status: 'idle', reason: null, actions: ['start'] })
    const view = aSucceeded().view()
    expect(shown(view)).toEqual({ status: 'idle', reason: null, actions: ['start'] })
    expect(view).toMatchObject({
      last: { status: 'succeeded' },
      lastSuccessAt: startAt + second,
      running: null,
    })
  })

  test('idle with the failure, after one for good', () => {
    const view = aFailed('fatal').view()
    expect(shown(view)).toEqual({ status: 'idle', reason: null, actions: ['start'] })
    expect(view).toMatchObject({
      last: { status: 'failed', cause: 'fatal', error: anError('fatal') },
      lastSuccessAt: null,
    })
  })

  test('running, while somebody holds the key', () => {
    expect(shown(aRunning().view())).toEqual({
      status: 'running',
      reason: null,
      actions: ['cancel'],
    })
  })

  test.each([
    ['retryable', 'retry'],
    ['offline', 'offline'],
    ['rate-limited', 'rate-limited'],
  ] as const)(
    'waiting after a failure that is %s, saying why and until when',
    (failure, reason) => {
      const story = aWaiting({ reason: failure })
      const view = story.view()
      expect(shown(view)).toEqual({ status: 'waiting', reason, actions: ['retry-now', 'cancel'] })
      expect(view).toMatchObject({
        error: anError(failure),
        attempt: 1,
        runId: story.run.runId,
        nextAttemptAt: story.now + 1_000,
      })
    },
  )

  test('waiting for a sign-in, without a time', () => {
    expect(aWaiting({ reason: 'auth' }).view()).toMatchObject({
      status: 'waiting',
      reason: 'auth',
      nextAttemptAt: null,
    })
  })

  test('paused, with the way back', () => {
    const story = new Story()
    story.pause()
    expect(shown(story.view())).toEqual({ status: 'paused', reason: 'paused', actions: ['resume'] })
    const waiting = aWaiting()
    waiting.pause()
    expect(shown(waiting.view())).toEqual({
      status: 'paused',
      reason: 'paused',
      actions: ['resume', 'cancel'],
    })
  })

  test('running, not paused, while a paused key still runs', () => {
    const story = aRunning()
    story.pause()
    expect(story.view().status).toBe('running')
  })

  test('deferred, with the reason, and what the gate said', () => {
    const story = aSucceeded()
    story.trigger(aRequest(), { online: false })
    expect(shown(story.view())).toEqual({
      status: 'deferred',
      reason: 'offline',
      actions: ['start', 'cancel'],
    })
    expect(story.view({ gate: 'metered connection' })).toMatchObject({
      status: 'deferred',
      reason: 'gate',
      detail: 'metered connection',
    })
    expect(aWaiting().view({ gate: 'metered connection' })).toMatchObject({
      status: 'deferred',
      reason: 'gate',
    })
    expect(aSucceeded().view({ gate: 'metered connection' })).toMatchObject({ status: 'idle' })
  })

  test('deferred until a date', () => {
    const story = aSucceeded().advance(-55 * second)
    story.trigger(aChange())
    expect(story.view()).toMatchObject({
      status: 'deferred',
      reason: 'min-interval',
      nextAttemptAt: story.now + 5 * second,
    })
  })

  test('interrupted, when a run was left and nobody goes on yet', () => {
    expect(shown(aPending().view())).toEqual({
      status: 'interrupted',
      reason: 'owner-gone',
      actions: ['start', 'cancel'],
    })
  })

  test('interrupted, when the owner is gone and this agent cannot go on; running, when it can', () => {
    const story = aRunning()
    expect(story.view({ ownerGone: true, capable: false })).toMatchObject({
      status: 'interrupted',
      reason: 'owner-gone',
    })
    expect(story.view({ ownerGone: true, capable: true })).toMatchObject({
      status: 'running',
      running: { responding: false },
    })
  })

  test('blocked, when a stage function that does not return keeps this agent from what is left', () => {
    const blocked = {
      status: 'blocked',
      reason: 'stage-ignores-signal',
      actions: ['cancel'],
    } as const
    expect(shown(aPending().view({ capable: false, stuck: true }))).toEqual(blocked)
    const waiting = aWaiting()
    expect(waiting.view({ capable: false, stuck: true }).status).toBe('waiting')
    waiting.advance(minute)
    expect(shown(waiting.view({ capable: false, stuck: true }))).toEqual(blocked)
    const gone = { ownerGone: true, capable: false, stuck: true }
    expect(shown(aRunning().view(gone))).toEqual(blocked)
  })

  test('blocked, when the store is gone; what is known to run is shown on', () => {
    expect(shown(aSucceeded().view({ store: unavailable }))).toEqual({
      status: 'blocked',
      reason: 'store-unavailable',
      actions: ['start'],
    })
    expect(aRunning().view({ store: unavailable })).toMatchObject({
      status: 'running',
      store: unavailable,
    })
  })

  test('signed out, whatever the record says', () => {
    const story = aRunning()
    story.signOut()
    const identity = { key: 'u1|course_sync', ...key }
    expect(story.view()).toEqual(signedOutView(identity.key, key.scope, key.userId, ok))
    expect(story.view()).toMatchObject({
      status: 'signed-out',
      running: null,
      last: null,
      actions: [],
    })
    expect(new Story({ user: null }).view().status).toBe('signed-out')
  })

  test('nothing of an earlier sign-in is shown but how its last run ended', () => {
    for (const make of [aRunning, aWaiting, aPending, aSealed]) {
      const story = make()
      if (story.record.lease) story.trigger(aPress({ payload: 'other' }))
      story.user = aUser({ epoch: 2 })
      expect(shown(story.view())).toEqual({ status: 'idle', reason: null, actions: ['start'] })
      expect(story.view()).toMatchObject({
        running: null,
        buffered: false,
        runId: null,
        nextAttemptAt: null,
      })
    }
    const succeeded = aSucceeded()
    succeeded.user = aUser({ epoch: 2 })
    expect(succeeded.view().last?.status).toBe('succeeded')
  })
})

describe('a run that somebody holds', () => {
  test('is told with stage, start, source, owner and lease', () => {
    const story = aRunning()
    story.advance(second).endStage()
    expect(story.view({ agent: 'tab-b' }).running).toEqual({
      key: 'u1|course_sync',
      userId: 'u1',
      scope: 'course_sync',
      runId: story.run.runId,
      stage: 'pushing',
      startedAt: startAt,
      canCancel: true,
      source: 'manual',
      joined: [],
      progress: null,
      lastProgressAt: null,
      attempt: 1,
      takeovers: 0,
      owner: { here: false, kind: 'tab', label: 'label of tab-a', agent: 'tab-a' },
      fence: story.lease.fence,
      leaseExpiresAt: story.now + minute,
      responding: true,
      sealed: true,
      cancelling: false,
    })
    expect(story.view({ agent: 'tab-a' }).running?.owner.here).toBe(true)
  })

  test('names each source that joined once, and only those', () => {
    const story = aSealed()
    story.trigger(aRequest(), { agent: 'tab-b' })
    story.trigger(aRequest(), { agent: 'tab-c' })
    story.trigger(aRequest({ source: 'schedule' }), { agent: 'tab-c' })
    story.trigger(aChange())
    expect(story.view()).toMatchObject({
      running: { source: 'manual', joined: ['foreground', 'schedule'] },
      buffered: true,
    })
  })

  test('does not respond from the instant at which its lease expires, and is still running', () => {
    const story = aRunning()
    expect(story.advance(minute - 1).view()).toMatchObject({
      status: 'running',
      running: { responding: true },
    })
    expect(story.advance(1).view()).toMatchObject({
      status: 'running',
      running: { responding: false },
    })
    expect(story.advance(hour).view().status).toBe('running')
  })

  test('that is being cancelled cannot be cancelled again', () => {
    const story = aRunning()
    story.cancel()
    expect(story.view()).toMatchObject({
      status: 'running',
      actions: [],
      running: { canCancel: false, cancelling: true },
    })
  })

  const progress = { stage: 'pulling', done: 1, total: 9, detail: null, n: 2, at: startAt + second }

  test('shows the newest progress, stored or told', () => {
    const story = aRunning()
    story.renew({ progress })
    expect(story.view().running).toMatchObject({ progress, lastProgressAt: progress.at })
    const newer = { ...progress, done: 2, at: progress.at + 1 }
    expect(story.view({ progress: newer }).running?.progress).toEqual(newer)
    expect(
      story.view({ progress: { ...progress, done: 0, n: 1, at: startAt + minute } }).running
        ?.progress,
    ).toEqual(progress)
  })

  test('shows no progress of a stage that is over', () => {
    const story = aRunning()
    story.renew({ progress })
    story.endStage()
    expect(story.view().running).toMatchObject({ progress: null, lastProgressAt: progress.at })
  })

  test('a second attempt is told as one', () => {
    const story = aWaiting()
    story.advance(minute).look()
    expect(story.view()).toMatchObject({
      status: 'running',
      attempt: 2,
      running: { attempt: 2, startedAt: startAt },
    })
  })
})

test('a view is a function of what it is made of', () => {
  const { record, user, now } = aWaiting({ policy: aPolicy() })
  const facts = {
    now,
    agent: 'tab-a',
    capable: true,
    stuck: false,
    outdated: false,
    ownerGone: false,
    progress: null,
    store: ok,
    background: null,
    gate: true,
  } as const
  const identity = { key: record.key, ...key }
  expect(deriveView(identity, record, user, facts)).toEqual(
    deriveView(identity, record, user, facts),
  )
})
