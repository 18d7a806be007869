import { describe, expect, test } from 'vitest'
import {
  aChange,
  aPending,
  aPress,
  aRunning,
  aSealed,
  aSucceeded,
  aWaiting,
  minute,
  startAt,
  Story,
} from './support.ts'

describe('cancel', () => {
  test('of a run that somebody holds is a request; its owner ends it', () => {
    const story = aRunning()
    const { runId, lease } = { ...story.record, ...story.run }
    expect(story.cancel(null, { agent: 'tab-b' })).toEqual({
      cancelled: true,
      runId,
      requested: true,
    })
    expect(story.run.cancel).toEqual({ at: startAt, agent: 'tab-b', reason: 'cancelled' })
    expect(story.record.lease).toEqual(lease)
    expect(story.rows).toEqual([])
  })

  test.each([
    ['waits', () => aWaiting()],
    ['was left', () => aPending()],
  ])('of a run that %s ends it at once', (_, make) => {
    const story = make()
    const { runId } = story.run
    expect(story.cancel(runId)).toEqual({ cancelled: true, runId, requested: false })
    expect(story.rows).toMatchObject([{ runId, status: 'cancelled' }])
    expect(story.record).toMatchObject({ run: null, last: { status: 'cancelled' } })
  })

  test('drops what was buffered before it, not what comes after', () => {
    const story = aSealed()
    story.trigger(aChange({ payload: 'before' }))
    story.cancel()
    expect(story.record.buffered).toBeNull()
    story.trigger(aPress({ payload: 'after' }))
    story.settle({ kind: 'cancelled' })
    expect(story.run.payload).toBe('after')
  })

  test('drops what is deferred', () => {
    const story = aSucceeded()
    story.trigger(aPress(), { gate: 'metered' })
    expect(story.cancel()).toEqual({ cancelled: true, runId: null, requested: false })
    expect(story.record.deferred).toBeNull()
    expect(story.rows).toHaveLength(1)
  })

  test('outranks a restart that is under way', () => {
    const story = aRunning()
    story.trigger(aPress({ whenRunning: 'restart' }))
    story.cancel()
    expect(story.run.cancel?.reason).toBe('cancelled')
    story.settle({ kind: 'cancelled' })
    expect(story.record).toMatchObject({ run: null, buffered: null })
  })

  test('of another run than the present one is refused, and writes nothing', () => {
    const story = aRunning()
    const written = story.stored
    expect(story.cancel('run-of-yesterday')).toEqual({ cancelled: false, reason: 'other-run' })
    expect(story.stored).toBe(written)
  })

  test('of what is over, or never was, says so', () => {
    expect(new Story().cancel()).toEqual({ cancelled: false, reason: 'not-running' })
    expect(aSucceeded().cancel()).toEqual({ cancelled: false, reason: 'not-running' })
    expect(aSucceeded().cancel('run-1')).toEqual({ cancelled: false, reason: 'not-running' })
  })

  test('of a user who is signed out says so', () => {
    const story = aRunning()
    story.signOut()
    expect(story.cancel()).toEqual({ cancelled: false, reason: 'signed-out' })
  })

  test('of a run of an earlier sign-in finds none', () => {
    const story = aRunning()
    story.signOut()
    story.signIn()
    expect(story.cancel()).toEqual({ cancelled: false, reason: 'not-running' })
  })
})

describe('pause and resume', () => {
  test('what runs is untouched', () => {
    const story = aRunning()
    const { run, lease } = story.record
    expect(story.pause()).toBe(true)
    expect(story.record).toMatchObject({ run, lease, paused: { at: startAt } })
    expect(story.reach('page-1')).toMatchObject({ ok: true })
  })

  test('new starts are deferred, at most one; resuming lets it start', () => {
    const story = new Story()
    story.pause()
    story.trigger(aPress())
    story.trigger(aChange())
    expect(story.record.deferred?.triggers).toHaveLength(2)
    story.advance(minute).pause(false)
    expect(story.look('resume')).toMatchObject({ acquired: true, did: 'deferred' })
  })

  test('pausing what is paused writes nothing', () => {
    const story = aRunning()
    story.pause()
    const written = story.stored
    expect(story.pause()).toBe(true)
    expect(story.stored).toBe(written)
  })

  test('is for users who are signed in', () => {
    const story = new Story({ user: null })
    expect(story.pause()).toBe(false)
    expect(story.stored).toBeNull()
  })

  test('a pause holds over a sign-out and the next sign-in', () => {
    const story = new Story()
    story.pause()
    story.signOut()
    story.signIn()
    expect(story.trigger(aPress())).toMatchObject({ decision: 'deferred', reason: 'paused' })
  })
})

describe('reset', () => {
  test('forgets where incremental stages ended, and nothing else', () => {
    const story = aRunning()
    story.reach('page-3')
    const { checkpoint } = story.run
    expect(story.record.bookmarks).not.toEqual({})
    expect(story.reset()).toBe('done')
    expect(story.record.bookmarks).toEqual({})
    expect(story.record).toMatchObject({ run: { checkpoint } })
  })

  test('the run that is under way leaves no bookmark either: the next one begins from nothing', () => {
    const story = aRunning()
    story.reach('page-3')
    story.reset()
    story.reach('page-4')
    expect(story.run.checkpoint.cursor).toBe('page-4')
    story.fail()
    story.advance(minute)
    story.look('online')
    story.reach('page-5')
    story.endStage()
    story.succeed()
    expect(story.record.bookmarks).toEqual({})
    story.trigger(aPress())
    story.reach('page-1')
    expect(story.record.bookmarks).toMatchObject({ pulling: { cursor: 'page-1' } })
  })

  test('there is nothing to forget of a key without a record, or of a user who is signed out', () => {
    const untouched = new Story()
    expect(untouched.reset()).toBe('done')
    expect(untouched.stored).toBeNull()
    const story = aSucceeded()
    story.signOut()
    expect(story.reset()).toBe('signed-out')
  })
})
