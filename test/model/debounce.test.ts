import { expect, test } from 'vitest'
import { chooseDue } from '../../src/model/choose-due.ts'
import {
  aChange,
  aPolicy,
  aPress,
  aRequest,
  aSlot,
  aUser,
  minute,
  second,
  Story,
  startAt,
} from './support.ts'

const debounced = aPolicy({ debounceMs: 2 * second, maxWaitMs: 5 * second, minIntervalMs: 0 })

/** Whether an agent that looks now starts what is deferred. */
function isDue({ record, policy, now }: Story): boolean {
  const facts = { online: true, gate: true } as const
  return chooseDue(record, aUser(), facts, policy, 'time', now) === 'deferred'
}

test('T5 an automatic trigger of a debounced task is stored with its due time, and is due then', () => {
  const story = new Story({ policy: debounced })
  expect(story.trigger(aChange())).toMatchObject({ decision: 'deferred', reason: 'debounce' })
  expect(story.record.deferred).toMatchObject({ reason: 'debounce', dueAt: startAt + 2 * second })
  story.advance(2 * second - 1)
  expect(isDue(story)).toBe(false)
  story.advance(1)
  expect(isDue(story)).toBe(true)
})

test('T5 each further one defers it anew, but the first waits no longer than maxWaitMs', () => {
  const story = new Story({ policy: debounced })
  for (const dueMs of [2_000, 3_500, 5_000, 5_000]) {
    story.trigger(aChange({ payload: { n: dueMs } }))
    expect(story.record.deferred?.dueAt).toBe(startAt + dueMs)
    story.advance(1_500)
  }
  expect(story.record.deferred).toMatchObject({ payload: { n: 5_000 }, requestedAt: startAt })
  expect(isDue(story)).toBe(true)
})

test('T5 a press starts at once, with all that waits', () => {
  const story = new Story({ policy: debounced })
  story.trigger(aChange({ payload: 'news' }))
  expect(story.trigger(aPress())).toMatchObject({ decision: 'started' })
  expect(story.record.deferred).toBeNull()
  expect(story.run).toMatchObject({ payload: 'news', byUser: true })
  expect(story.run.triggers.map(({ source }) => source)).toEqual(['change', 'manual'])
})

test('what is debounced does not run within the minimum interval', () => {
  const story = new Story({ policy: aPolicy({ ...debounced, minIntervalMs: minute }) })
  story.trigger(aPress())
  story.succeed()
  story.advance(second)
  story.trigger(aChange())
  expect(story.record.deferred?.dueAt).toBe(startAt + minute)
})

test('a slot is debounced, unless slots queue: they would put each other off for ever', () => {
  const story = new Story({ policy: debounced })
  expect(story.trigger(aSlot(startAt))).toMatchObject({ decision: 'deferred', reason: 'debounce' })
  const queue = new Story({ policy: debounced })
  expect(queue.trigger(aSlot(startAt, { queues: true }))).toMatchObject({ decision: 'started' })
})

test('L17 a due time that the clock cannot have set counts as due', () => {
  const story = new Story({ policy: debounced })
  story.trigger(aChange())
  story.advance(-60 * minute)
  expect(isDue(story)).toBe(true)
})

test('a press that waits for another agent is not held up by what comes later', () => {
  const story = new Story({ policy: debounced })
  story.trigger(aPress(), { mayStart: 'agent-stopped' })
  story.trigger(aRequest({ source: 'foreground' }))
  expect(story.record.deferred).toMatchObject({ reason: 'agent-stopped', byUser: true })
  expect(isDue(story)).toBe(true)
})
