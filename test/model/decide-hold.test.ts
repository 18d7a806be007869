import { describe, expect, test } from 'vitest'
import { carry, type CommitStep, moved } from '../../src/model/decide-hold.ts'
import { noteTrigger } from '../../src/model/notes.ts'
import type { Checkpoint } from '../../src/model/run.ts'
import {
  aOneStepPolicy,
  aPolicy,
  aPress,
  aRequest,
  aRunning,
  aSealed,
  aWaiting,
  minute,
  second,
  someFacts,
  startAt,
  type Story,
} from './support.ts'

const policy = aPolicy()
const begun: Checkpoint = {
  taskVersion: 1,
  finished: [],
  stage: 'pulling',
  cursor: null,
  sealed: false,
}
const step = (changes: Partial<CommitStep> = {}): CommitStep => ({
  stage: 'pulling',
  last: false,
  seal: false,
  ...changes,
})

describe('the checkpoint after a step', () => {
  test('a commit moves the cursor of its stage', () => {
    expect(moved(begun, step({ cursor: 'page-1' }), policy)).toEqual({ ...begun, cursor: 'page-1' })
  })

  test('a cursor of null is a cursor', () => {
    const at = { ...begun, cursor: 'page-1' }
    expect(moved(at, step({ cursor: null }), policy).cursor).toBeNull()
    expect(moved(at, step(), policy).cursor).toBe('page-1')
  })

  test('a stage that ends is finished, the next begins without a cursor', () => {
    expect(
      moved({ ...begun, cursor: 'page-9' }, step({ last: true }), aPolicy({ seals: 'manual' })),
    ).toEqual({
      ...begun,
      finished: ['pulling'],
      stage: 'pushing',
    })
  })

  test('the last of several stages begins sealed, unless the task seals by hand', () => {
    const three = ['pulling', 'merging', 'pushing'].map(name => ({ name, incremental: false }))
    const afterFirst = moved(begun, step({ last: true }), aPolicy({ stages: three }))
    const afterSecond = moved(
      afterFirst,
      step({ stage: 'merging', last: true }),
      aPolicy({ stages: three }),
    )
    expect([afterFirst.sealed, afterSecond.sealed]).toEqual([false, true])
    for (const seals of ['manual', 'never'] as const) {
      expect(moved(begun, step({ last: true }), aPolicy({ seals })).sealed).toBe(false)
    }
  })

  test('the last commit of the last stage finishes everything, and keeps its cursor', () => {
    const last = moved(
      { ...begun, finished: ['pulling'], stage: 'pushing' },
      step({ stage: 'pushing', last: true, cursor: 7 }),
      policy,
    )
    expect(last).toMatchObject({ finished: ['pulling', 'pushing'], stage: 'pushing', cursor: 7 })
    expect(moved(last, step({ stage: 'pushing', last: true }), policy)).toEqual(last)
  })

  test('a seal is never taken back', () => {
    const sealed = moved(begun, step({ seal: true }), policy)
    expect(sealed).toEqual({ ...begun, sealed: true })
    expect(moved(sealed, step({ cursor: 1 }), policy).sealed).toBe(true)
    expect(moved(sealed, step({ last: true }), policy).sealed).toBe(true)
  })
})

describe('bookmarks', () => {
  test('the second sync begins where the first ended', () => {
    const story = aRunning()
    story.reach('page-1')
    story.commit({ cursor: 'page-2', last: true })
    story.reach('edit-1')
    story.succeed()
    story.advance(minute).trigger(aPress())
    expect(story.record.bookmarks).toMatchObject({ pulling: { cursor: 'page-2' } })
    expect(Object.keys(story.record.bookmarks)).toEqual(['pulling'])
    expect(story.run.checkpoint).toMatchObject({ finished: [], stage: 'pulling', cursor: null })
  })
})

describe('a commit', () => {
  test('stores and renews in one write', () => {
    const story = aRunning()
    story.advance(10 * second)
    expect(story.commit({ cursor: 'page-1' }, { ttlMs: 150_000 })).toEqual({
      ok: true,
      cancelled: false,
      sealed: false,
    })
    expect(story.run.checkpoint.cursor).toBe('page-1')
    expect(story.lease).toMatchObject({
      renewSeq: 1,
      renewedAt: story.now,
      expiresAt: story.now + 150_000,
      ttlMs: 150_000,
    })
    expect(story.record.version).toBe(2)
  })

  test('tells that the run is sealed, by the stage that begins or by hand', () => {
    expect(aRunning().endStage()).toMatchObject({ ok: true, sealed: true })
    expect(aRunning({ policy: aOneStepPolicy({ seals: 'manual' }) }).seal()).toMatchObject({
      ok: true,
      sealed: true,
    })
  })

  test('moves what makes a run poisoned out of the way', () => {
    const story = aRunning()
    story.takeOver()
    story.takeOver()
    expect(story.run.takeoversInPlace).toBe(2)
    story.reach('page-1')
    expect(story.run).toMatchObject({ takeoversInPlace: 0, takeovers: 2 })
  })

  test('that only seals again what is sealed does not', () => {
    const story = aRunning({ policy: aPolicy({ seals: 'manual' }) })
    story.seal()
    story.takeOver()
    story.seal()
    expect(story.run.takeoversInPlace).toBe(1)
    story.reach('page-1')
    expect(story.run.takeoversInPlace).toBe(0)
  })

  test('times each stage', () => {
    const story = aRunning()
    story.advance(second).reach('page-1')
    story.advance(second).endStage()
    expect(story.run.stages).toEqual([
      { stage: 'pulling', startedAt: startAt, endedAt: startAt + 2 * second },
      { stage: 'pushing', startedAt: startAt + 2 * second, endedAt: null },
    ])
  })
})

describe('from a cancel on', () => {
  function aCancelling(): Story {
    const story = aRunning()
    story.reach('page-1')
    story.cancel()
    return story
  }

  test('no commit, seal or stage end is written', () => {
    const story = aCancelling()
    const before = story.stored
    expect(story.reach('page-2')).toEqual({ ok: false, reason: 'cancelled' })
    expect(story.seal()).toMatchObject({ ok: false })
    expect(story.endStage()).toMatchObject({ ok: false })
    expect(story.stored).toBe(before)
  })

  test('a run that was replaced says so', () => {
    const story = aRunning()
    story.trigger(aPress({ whenRunning: 'restart' }))
    expect(story.reach('page-1')).toEqual({ ok: false, reason: 'superseded' })
  })

  test('the lease is renewed as long as the stage needs', () => {
    const story = aCancelling()
    story.advance(10 * second)
    expect(story.renew()).toEqual({ ok: true, cancelled: true, sealed: false })
    expect(story.lease.expiresAt).toBe(story.now + minute)
  })
})

describe('who does not hold the key', () => {
  test('writes nothing', () => {
    const story = aRunning()
    const { holder } = story
    story.takeOver()
    const before = story.stored
    expect(story.renew({ holder })).toEqual({ ok: false, reason: 'lease-lost' })
    expect(story.commit({ cursor: 'late' }, { holder })).toEqual({
      ok: false,
      reason: 'lease-lost',
    })
    expect(story.stored).toBe(before)
  })

  test('not even though the key is free, or the store is another one', () => {
    const story = aRunning()
    const { holder } = story
    expect(story.renew({ holder: { ...holder, storeId: 'store-2' } })).toEqual({
      ok: false,
      reason: 'lease-lost',
    })
    story.fail()
    expect(story.renew({ holder })).toEqual({ ok: false, reason: 'lease-lost' })
  })

  test('after a sign-out not one write of the user succeeds', () => {
    const story = aSealed()
    const { holder } = story
    story.signOut()
    expect(story.commit({ cursor: 1 }, { holder })).toEqual({ ok: false, reason: 'signed-out' })
    expect(story.renew({ holder })).toEqual({ ok: false, reason: 'signed-out' })
    story.signIn()
    expect(story.commit({ cursor: 1 }, { holder })).toEqual({ ok: false, reason: 'signed-out' })
  })
})

describe('what a write carries', () => {
  const progress = { stage: 'pulling', done: 3, total: 9, detail: null, n: 1, at: startAt }
  const note = noteTrigger(aRequest(), 'joined', null, someFacts(), startAt)

  test('progress, result and triggers that were joined without a transaction', () => {
    const story = aRunning()
    story.renew({ joined: [note], progress, result: { rows: 1 } })
    expect(story.run).toMatchObject({ progress, result: { rows: 1 } })
    expect(story.run.triggers.at(-1)).toMatchObject({ source: 'foreground', decision: 'joined' })
  })

  test('the lease names the presence lock that its writer holds now', () => {
    const story = aRunning()
    story.renew({ presence: 'after-an-absence' })
    expect(story.lease.presence).toBe('after-an-absence')
    story.commit({ cursor: 'page-1' }, { presence: null })
    expect(story.lease.presence).toBeNull()
  })

  test('what it does not carry stays', () => {
    const { run } = aWaiting()
    const told = { ...run, progress, result: 7 }
    const nothing = aRunning().write()
    expect(carry(told, nothing)).toEqual(told)
    expect(carry(told, { ...nothing, result: null }).result).toBeNull()
  })
})
