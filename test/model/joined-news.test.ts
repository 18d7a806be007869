import { triggersKept } from '../../src/model/bounds.ts'
import { describe, expect, test } from 'vitest'
import { aChange, aPolicy, aPress, aRequest, aRunning, minute, second, Story } from './support.ts'

/** A run that an edit joined before it was sealed. */
function joinedBy(request = aChange(), policy = aPolicy()): Story {
  const story = new Story({ policy })
  story.trigger(aPress())
  story.advance(second)
  expect(story.trigger(request)).toMatchObject({ decision: 'joined' })
  story.advance(second)
  return story
}

describe('C09a news that joined a run which failed is not lost', () => {
  test('after a fatal failure a new occurrence is due at the end of the minimum interval, once', () => {
    const story = joinedBy()
    story.fail('fatal')
    expect(story.record).toMatchObject({ run: null, deferred: { reason: 'min-interval' } })
    expect(story.record.deferred?.triggers).toMatchObject([
      { source: 'change', decision: 'deferred', reason: 'min-interval' },
    ])
    expect(story.due()).toBeNull()
    story.advance(8 * second)
    expect(story.due()).toBe('deferred')
    expect(story.look()).toMatchObject({ acquired: true })
    story.fail('fatal')
    expect(story.record.deferred).toBeNull()
  })

  test('after the last attempt it waits for the retry cap, like any other trigger', () => {
    const policy = aPolicy({ retry: { attempts: 1, baseMs: 1, capMs: 15 * minute } })
    const story = joinedBy(aChange(), policy)
    story.fail()
    expect(story.record.deferred).toMatchObject({
      reason: 'exhausted',
      dueAt: story.now + 15 * minute,
    })
  })

  test('also when more kinds of triggers had joined before than are written down', () => {
    const story = joinedBy(aRequest())
    for (let i = 0; i < 2 * triggersKept; i++) story.trigger(aRequest({ source: `source ${i}` }))
    const { triggersDropped } = story.run
    story.trigger(aChange())
    expect(story.run.triggers).toHaveLength(triggersKept)
    expect(story.run.triggersDropped).toBe(triggersDropped + 1)
    story.fail('fatal')
    expect(story.record.deferred).toMatchObject({ reason: 'min-interval', brings: true })
  })

  test('what brought nothing, or started the run itself, is not repeated', () => {
    const joined = joinedBy(aRequest())
    joined.fail('fatal')
    expect(joined.record.deferred).toBeNull()
    const started = new Story()
    started.trigger(aChange())
    started.fail('fatal')
    expect(started.record.deferred).toBeNull()
  })

  test('a run that succeeds or is cancelled leaves nothing of what joined it', () => {
    const succeeded = joinedBy()
    succeeded.succeed()
    expect(succeeded.record.deferred).toBeNull()
    const cancelled = joinedBy()
    cancelled.cancel()
    cancelled.settle({ kind: 'cancelled' })
    expect(cancelled.record.deferred).toBeNull()
  })

  test('a follow-up that is buffered serves it, too', () => {
    const story = joinedBy()
    story.trigger(aChange({ payload: 'other' }))
    story.fail('fatal')
    expect(story.record.deferred).toBeNull()
    expect(story.run.payload).toBe('other')
  })

  test('a run that is poisoned leaves it, too', () => {
    const story = aRunning()
    story.trigger(aChange())
    for (let death = 0; death < 4; death++) story.takeOver()
    expect(story.record).toMatchObject({ last: { cause: 'poisoned' }, deferred: { brings: true } })
  })
})
