/** L17: the clock was a year ahead when a record was written, and is right again. */
import { describe, expect, test } from 'vitest'
import { withoutFuture, wasSetBack } from '../../src/model/set-back.ts'
import { isTooFar } from '../../src/model/due.ts'
import { aRequest, aSlot, day, hour, minute, second, startAt } from './builders.ts'
import { aRunning, aSucceeded, aWaiting, Story } from './story.ts'

const year = 365 * day

/** The same story, told by a clock that is set right. */
function setRight(story: Story, ms: number = year): Story {
  return story.advance(-ms)
}

test('an instant is too far only beyond its distance and a correction of the clock', () => {
  expect(isTooFar(startAt + minute + 2 * second, startAt, minute)).toBe(false)
  expect(isTooFar(startAt + minute + 2 * second + 1, startAt, minute)).toBe(true)
})

describe('what counts as due, and is written down once', () => {
  test('an interval', () => {
    const story = setRight(aSucceeded())
    expect(story.trigger(aRequest())).toMatchObject({
      decision: 'started',
      reason: 'clock-set-back',
    })
    expect(story.run.triggers).toMatchObject([{ decision: 'started', reason: 'clock-set-back' }])
    expect(story.record.lastStartAt).toBe(story.now)
    expect(story.record.lastSuccessAt).toBe(story.now)
    story.succeed()
    story.advance(minute)
    expect(story.trigger(aRequest())).toMatchObject({ decision: 'started', reason: null })
  })

  test('a retry', () => {
    const story = setRight(aWaiting())
    expect(story.goOn({ signal: 'time' })).toMatchObject({ acquired: true, did: 'retry' })
    expect(story.run.triggers.at(-1)).toMatchObject({ source: 'retry', reason: 'clock-set-back' })
    expect(story.run.wait).toBeNull()
  })

  test('a deferral: news within an interval waits no longer than the interval', () => {
    const story = aRunning()
    story.succeed()
    story.trigger(aRequest({ brings: 'news' }))
    const dueAt = story.record.deferred?.dueAt ?? 0
    setRight(story, hour)
    expect(dueAt - story.now).toBeGreaterThan(hour)
    expect(story.goOn({ signal: 'time' })).toMatchObject({ acquired: true, did: 'deferred' })
    expect(story.run.triggers.at(-1)).toMatchObject({ reason: 'clock-set-back' })
  })

  test('what one agent may not start is due at once in another, whatever the clock says since', () => {
    const story = new Story()
    story.trigger(aRequest(), { mayStart: 'agent-stopped' })
    expect(story.record.deferred).toMatchObject({ reason: 'agent-stopped', dueAt: startAt })
    setRight(story, 2 * hour)
    expect(story.goOn({ signal: 'time' })).toMatchObject({ acquired: true, did: 'deferred' })
  })

  test('a slot: the schedule begins anew, and lastSlot falls this once', () => {
    const story = new Story()
    story.trigger(aSlot(startAt))
    story.succeed()
    setRight(story)
    const anew = aSlot(story.now, { anchorAt: story.now })
    expect(story.trigger(anew)).toMatchObject({ decision: 'started', reason: 'clock-set-back' })
    expect(story.record.slots['every']).toEqual({ anchorAt: story.now, lastSlot: story.now })
    expect(story.trigger(anew)).toMatchObject({ decision: 'skipped', reason: 'slot-done' })
  })

  test('a slot whose agent may not start it is told of as well', () => {
    const story = new Story()
    story.trigger(aSlot(startAt))
    story.succeed()
    setRight(story)
    const anew = aSlot(story.now, { anchorAt: story.now })
    story.trigger(anew, { mayStart: 'stage-ignores-signal' })
    expect(story.record.slots['every']).toEqual({ anchorAt: story.now, lastSlot: story.now })
    expect(story.record.recent).toContainEqual(
      expect.objectContaining({ reason: 'clock-set-back' }),
    )
  })

  test('a slot that joins a run is told of as well', () => {
    const story = new Story()
    story.trigger(aSlot(startAt))
    story.succeed()
    setRight(story)
    story.trigger(aRequest({ byUser: true }))
    const anew = aSlot(story.now, { anchorAt: story.now })
    expect(story.trigger(anew)).toMatchObject({ decision: 'joined' })
    expect(story.record.slots['every']?.lastSlot).toBe(story.now)
    expect(story.record.recent).toMatchObject([{ reason: 'clock-set-back' }])
  })
})

describe('what is left as it is', () => {
  test('a clock that is set back by less than the distance repeats no slot', () => {
    const story = new Story()
    story.trigger(aSlot(startAt))
    story.succeed()
    setRight(story, hour)
    const earlier = story.trigger(aSlot(story.now))
    expect(earlier).toMatchObject({ decision: 'skipped', reason: 'slot-done' })
    expect(story.record.slots['every']?.lastSlot).toBe(startAt)
  })

  test('a clock that goes on', () => {
    const story = aRunning()
    story.advance(hour)
    expect(wasSetBack(story.record, undefined, story.policy, story.now)).toBe(false)
    expect(withoutFuture(story.record, story.now)).toEqual(story.record)
  })
})
