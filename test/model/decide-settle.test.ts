import { noteTrigger } from '../../src/model/notes.ts'
import { describe, expect, test } from 'vitest'
import { type AttemptEnd, decideSettle } from '../../src/model/decide-settle.ts'

import {
  aChange,
  aPolicy,
  aPress,
  aRequest,
  aRunning,
  aSealed,
  anError,
  aSucceeded,
  minute,
  second,
  someFacts,
  startAt,
  type Story,
} from './support.ts'

const succeeded: AttemptEnd = { kind: 'succeeded', step: null }
const failed = (failureClass: 'retryable' | 'fatal' = 'retryable'): AttemptEnd => ({
  kind: 'failed',
  failure: { error: anError(failureClass), retryAfterMs: 0, afterResume: false },
})

/** The same settle as before, asked again by an agent that got no answer. */
function again(
  story: Story,
  holder: Story['holder'],
  runId: string,
  end: AttemptEnd,
  owner = 'owner-x',
) {
  const write = story.write({ holder })
  return story.transact(state =>
    decideSettle(state, write, runId, end, someFacts({ owner }), story.policy),
  )
}

describe('an attempt that succeeded', () => {
  test('ends its run in one write: outcome, row, last checkpoint, release', () => {
    const story = aSealed()
    const { runId } = story.run
    story.advance(second)
    const answer = story.succeed()
    expect(answer).toMatchObject({
      ok: true,
      settled: { runId, status: 'succeeded', cause: null, error: null },
      promoted: false,
    })
    expect(story.record).toMatchObject({
      lease: null,
      run: null,
      lastSuccessAt: story.now,
      historySeq: 1,
    })
    expect(story.rows).toEqual([answer.ok ? answer.row : null])
  })

  test('keeps the bookmark of a last commit that comes with it', () => {
    const policy = aPolicy({ stages: [{ name: 'pulling', incremental: true }], seals: 'never' })
    const story = aRunning({ policy })
    story.settle({
      kind: 'succeeded',
      step: { stage: 'pulling', cursor: 'page-9', last: true, seal: false },
    })
    expect(story.record.bookmarks).toEqual({
      pulling: { cursor: 'page-9', taskVersion: 1, at: startAt },
    })
  })

  test('carries triggers, progress and result of its agent', () => {
    const story = aSealed()
    const joined = [noteTrigger(aRequest({ count: 9 }), 'joined', null, someFacts(), startAt)]
    story.settle(succeeded, {}, { joined, result: { rows: 3 } })
    expect(story.lastRow).toMatchObject({ result: { rows: 3 } })
    expect(story.lastRow?.triggers).toMatchObject([
      { source: 'manual' },
      { source: 'foreground', count: 9 },
    ])
  })

  test('a success of yesterday does not make today’s trigger skip', () => {
    expect(
      aSucceeded()
        .advance(24 * 60 * minute)
        .trigger(),
    ).toMatchObject({ decision: 'started' })
  })
})

describe('an attempt that failed', () => {
  test('waits without a lease, under the same run', () => {
    const story = aRunning()
    const { runId } = story.run
    expect(story.fail()).toMatchObject({
      ok: true,
      row: null,
      settled: { runId, status: 'waiting', error: anError() },
    })
    expect(story.record).toMatchObject({
      lease: null,
      historySeq: 0,
      run: { runId, state: 'waiting', counted: 1 },
    })
    expect(story.run.wait?.nextAttemptAt).toBe(startAt + 1_000)
  })

  test('keeps its checkpoint, its seal and its follow-up', () => {
    const story = aSealed()
    story.reach('edit-3')
    story.trigger(aChange({ payload: 'more' }))
    const { checkpoint } = story.run
    story.fail()
    expect(story.run.checkpoint).toEqual(checkpoint)
    expect(story.record.buffered).toMatchObject({ payload: 'more' })
  })

  test('ends its run when there is no way on, saying why', () => {
    const story = aRunning()
    expect(story.fail('fatal')).toMatchObject({
      ok: true,
      settled: { status: 'failed', cause: 'fatal' },
    })
    expect(story.record.last).toMatchObject({
      status: 'failed',
      cause: 'fatal',
      error: anError('fatal'),
    })
  })

  test('is exhausted at the twelfth counted one', () => {
    const story = aRunning()
    for (let attempt = 1; attempt < 12; attempt++) {
      expect(story.fail()).toMatchObject({ settled: { status: 'waiting' } })
      story.advance(15 * minute).look()
      expect(story.run.attempt).toBe(attempt + 1)
    }
    expect(story.fail()).toMatchObject({ settled: { status: 'failed', cause: 'exhausted' } })
    expect(story.lastRow).toMatchObject({ attempts: 12, status: 'failed', cause: 'exhausted' })
  })
})

describe('a run that is handed over', () => {
  test('is free for everybody at once, and no attempt is counted', () => {
    const story = aRunning()
    story.reach('page-3')
    expect(story.handOver()).toMatchObject({
      ok: true,
      row: null,
      settled: { status: 'handed-over' },
    })
    expect(story.record).toMatchObject({
      lease: null,
      run: { state: 'pending', attempt: 1, counted: 0 },
    })
    expect(story.look('time', { agent: 'tab-b' })).toMatchObject({ acquired: true, did: 'pending' })
    expect(story.run).toMatchObject({
      recovery: 'resume',
      attempt: 1,
      takeovers: 0,
      checkpoint: { cursor: 'page-3' },
    })
  })
})

describe('a cancel', () => {
  test.each<[string, AttemptEnd]>([
    ['success', succeeded],
    ['failure', failed()],
    ['last failure', failed('fatal')],
    ['hand-over', { kind: 'handed-over' }],
    ['return of its stage', { kind: 'cancelled' }],
  ])('that was stored before wins over the %s', (_, end) => {
    const story = aSealed()
    story.cancel()
    expect(story.settle(end)).toMatchObject({
      ok: true,
      settled: { status: 'cancelled', cause: null, error: null },
    })
    expect(story.rows).toMatchObject([{ status: 'cancelled', result: null }])
  })

  test('that comes after the settle finds nothing to cancel', () => {
    const story = aSealed()
    const { runId } = story.run
    story.succeed()
    expect(story.cancel(runId)).toEqual({ cancelled: false, reason: 'not-running' })
    expect(story.record.last?.status).toBe('succeeded')
  })
})

describe('a settle that is asked again', () => {
  test.each<[string, AttemptEnd, string]>([
    ['success', succeeded, 'succeeded'],
    ['last failure', failed('fatal'), 'failed'],
    ['failure', failed(), 'waiting'],
    ['hand-over', { kind: 'handed-over' }, 'handed-over'],
    ['cancel', { kind: 'cancelled' }, 'cancelled'],
  ])('gives the same answer for a %s, and writes nothing', (_, end, status) => {
    const story = aSealed()
    const { holder, run } = story
    const first = story.settle(end)
    const written = story.stored
    expect(first).toMatchObject({ ok: true, settled: { status } })
    expect(again(story, holder, run.runId, end)).toMatchObject({
      ok: true,
      settled: first.ok ? first.settled : null,
      promoted: false,
    })
    expect(story.stored).toBe(written)
  })

  test('says that the follow-up is held, when it is by the same owner as before', () => {
    const story = aSealed()
    story.trigger(aChange())
    const { holder, run } = story
    expect(story.settle(succeeded, { owner: 'owner-next' })).toMatchObject({
      ok: true,
      promoted: true,
    })
    expect(again(story, holder, run.runId, succeeded, 'owner-next')).toMatchObject({
      ok: true,
      promoted: true,
    })
    expect(again(story, holder, run.runId, succeeded, 'owner-x')).toMatchObject({
      ok: true,
      promoted: false,
    })
  })

  test('is lease-lost when another agent went on with the run', () => {
    for (const end of [failed(), { kind: 'handed-over' } as const]) {
      const story = aSealed()
      const { holder, run } = story
      story.settle(end)
      story.advance(minute).look('time', { agent: 'tab-b' })
      expect(again(story, holder, run.runId, end)).toEqual({ ok: false, reason: 'lease-lost' })
    }
  })

  test('tells how the run ended, when another agent ended it meanwhile', () => {
    const story = aSealed()
    const { holder, run } = story
    story.takeOver()
    story.succeed()
    const written = story.stored
    expect(again(story, holder, run.runId, failed('fatal'))).toMatchObject({
      ok: true,
      settled: { status: 'succeeded' },
      row: null,
    })
    expect(story.stored).toBe(written)
  })
})

describe('a settle of somebody who does not hold the key', () => {
  test('is refused, and a late success changes nothing', () => {
    const story = aSealed()
    const { holder, run } = story
    story.takeOver()
    const written = story.stored
    expect(again(story, holder, run.runId, succeeded)).toEqual({ ok: false, reason: 'lease-lost' })
    expect(story.stored).toBe(written)
  })

  test('after a sign-out writes down that the run ended so, once, and starts nothing', () => {
    const story = aSealed()
    story.trigger(aChange())
    const { holder, run } = story
    story.signOut()
    expect(again(story, holder, run.runId, succeeded)).toEqual({ ok: false, reason: 'signed-out' })
    expect(story.rows).toMatchObject([{ runId: run.runId, status: 'signed-out', result: null }])
    expect(story.record).toMatchObject({
      run: null,
      lease: null,
      buffered: null,
      last: { status: 'signed-out' },
    })
    const written = story.stored
    expect(again(story, holder, run.runId, succeeded)).toEqual({ ok: false, reason: 'signed-out' })
    expect(story.stored).toBe(written)
  })

  test('that landed before a sign-out has landed', () => {
    const story = aSealed()
    const { holder, run } = story
    story.settle(succeeded)
    story.signOut()
    expect(again(story, holder, run.runId, succeeded)).toMatchObject({
      ok: true,
      settled: { status: 'succeeded' },
    })
  })
})

describe('what was buffered', () => {
  test('becomes the next run in the same write', () => {
    const story = aSealed()
    const { runId, fence } = { ...story.run, ...story.lease }
    const asked = story.trigger(aChange({ payload: 'edit' }), { agent: 'tab-b' })
    expect(story.settle(succeeded)).toMatchObject({
      ok: true,
      settled: { runId, status: 'succeeded' },
      promoted: true,
    })
    expect(story.run).toMatchObject({ runId: asked.runId, payload: 'edit' })
    expect(story.lease.fence).toBeGreaterThan(fence)
  })

  test.each<[string, AttemptEnd]>([
    ['a failure for good', failed('fatal')],
    ['a cancel', { kind: 'cancelled' }],
  ])('is promoted after %s too', (_, end) => {
    const story = aSealed({ payload: 'undone' })
    story.trigger(aPress())
    expect(story.settle(end)).toMatchObject({ promoted: true })
    expect(story.rows).toHaveLength(1)
  })

  test('inherits what the failed run did not get done', () => {
    const story = aSealed({ payload: 'undone' })
    story.trigger(aPress())
    story.fail('fatal')
    expect(story.run.payload).toBe('undone')
  })

  test('is deferred when the key is paused, left to others when the agent stopped', () => {
    const paused = aSealed()
    paused.trigger(aChange())
    paused.pause()
    expect(paused.succeed()).toMatchObject({ promoted: false })
    expect(paused.record).toMatchObject({ run: null, deferred: { reason: 'paused' } })
    const stopped = aSealed()
    stopped.trigger(aChange())
    expect(stopped.succeed({ mayStart: 'agent-stopped' })).toMatchObject({ promoted: false })
    expect(stopped.record).toMatchObject({ lease: null, run: { state: 'pending' } })
  })
})
