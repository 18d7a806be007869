import { expect, test } from 'vitest'
import { compareInLine } from '../../src/model/line.ts'
import { chooseDue } from '../../src/model/choose-due.ts'
import { aPress, aRecord, aRequest, aSlot, aUser, second, Story, startAt } from './support.ts'

const full = { mayStart: 'capacity' } as const

test('T8 an agent without room defers what it would start, and any other agent may start it at once', () => {
  for (const request of [aRequest(), aPress()]) {
    const story = new Story()
    expect(story.trigger(request, full)).toMatchObject({ decision: 'deferred', reason: 'capacity' })
    expect(story.record).toMatchObject({ lease: null, run: null })
    const facts = { online: true, gate: true } as const
    const due = chooseDue(story.record, aUser(), facts, story.policy, 'time', story.now)
    expect(due).toBe('deferred')
    expect(story.record.deferred?.byUser).toBe(request.byUser)
  }
})

test('T8 no room is asked for by what joins or is skipped', () => {
  const story = new Story()
  story.trigger(aPress())
  expect(story.trigger(aRequest(), full)).toMatchObject({ decision: 'joined' })
  story.succeed()
  expect(story.trigger(aRequest(), full)).toMatchObject({ reason: 'min-interval' })
})

test('a slot that queues stays with its schedule when there is no room', () => {
  const story = new Story()
  story.trigger(aSlot(startAt, { queues: true }), full)
  expect(story.record.deferred).toBeNull()
  expect(story.record.slots).toEqual({})
})

test('a press is first in line, then whoever has waited longest', () => {
  const deferredAt = (at: number, byUser: boolean) => {
    const story = new Story()
    story.advance(at - story.now)
    story.trigger(byUser ? aPress() : aRequest(), full)
    return story.record
  }
  const early = deferredAt(startAt, false)
  const late = deferredAt(startAt + second, false)
  const press = deferredAt(startAt + 2 * second, true)
  const nothing = aRecord()
  expect([null, nothing, late, press, early].sort(compareInLine).slice(0, 3)).toEqual([
    press,
    early,
    late,
  ])
})
