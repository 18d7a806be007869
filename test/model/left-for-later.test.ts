import { describe, expect, test } from 'vitest'
import { leftForLater, waitsForItsDate } from '../../src/model/left-for-later.ts'
import {
  aChange,
  aPending,
  aPolicy,
  aPress,
  aRunning,
  aSucceeded,
  aWaiting,
  minute,
  second,
  type Story,
} from './support.ts'

const leftOf = ({ record, user, now }: Story) => leftForLater(record, user, now)

function aDeferredFor(change: (story: Story) => void): Story {
  const story = aSucceeded()
  change(story)
  return story
}

describe('what a key leaves undone when no page stays open', () => {
  test('is nothing, where nothing ever happened or all is done', () => {
    const { user, now } = aSucceeded()
    expect(leftForLater(null, user, now)).toBeNull()
    expect(leftOf(aSucceeded())).toBeNull()
  })

  test('is under way, while somebody runs it or is about to', () => {
    expect(leftOf(aRunning())).toBe('under-way')
    expect(leftOf(aPending())).toBe('under-way')
  })

  test.each(['retryable', 'offline', 'rate-limited'] as const)('waits, for %s', reason => {
    expect(leftOf(aWaiting({ reason }))).toBe('waits')
  })

  test('is nothing that an event could go on with, where a person has to sign in', () => {
    expect(leftOf(aWaiting({ reason: 'auth' }))).toBeNull()
  })

  test.each<[string, (story: Story) => void]>([
    ['paused', story => story.pause()],
    ['signed out', story => story.signOut()],
    [
      'of an earlier sign-in',
      story => {
        story.signOut()
        story.signIn()
      },
    ],
  ])('is nothing of a key that is %s', (_, change) => {
    for (const story of [aRunning(), aPending(), aWaiting()]) {
      change(story)
      expect(leftOf(story)).toBeNull()
    }
  })

  test('waits, when a trigger was deferred until the network is there', () => {
    const story = aDeferredFor(each => each.trigger(aChange(), { online: false }))
    expect(leftOf(story)).toBe('waits')
  })

  test('is nothing, when the gate of the task or a newer version has to be waited for', () => {
    const gated = aDeferredFor(each => each.trigger(aPress(), { gate: 'not now' }))
    expect(leftOf(gated)).toBeNull()
    const older = aDeferredFor(each => each.trigger(aPress(), { mayStart: 'reload-needed' }))
    expect(leftOf(older)).toBeNull()
  })

  test('is under way when it is due within a minute, and waits when it is due later', () => {
    const policy = aPolicy({ debounceMs: 2 * minute, maxWaitMs: 10 * minute })
    const story = aSucceeded({ policy })
    story.advance(minute).trigger(aChange())
    expect(story.record.deferred?.reason).toBe('debounce')
    expect(leftOf(story)).toBe('waits')
    expect(leftOf(story.advance(minute + second))).toBe('under-way')
  })

  test('is under way when an agent of the browser may not start it', () => {
    const story = aDeferredFor(each => each.trigger(aPress(), { mayStart: 'no-event' }))
    expect(story.record.deferred).toMatchObject({ reason: 'no-event', dueAt: story.now })
    expect(leftOf(story)).toBe('under-way')
  })
})

test('what waits for its date alone is told from what an event ends, and from what is due', () => {
  const debounced = aDeferredFor(story => {
    story.policy = aPolicy({ debounceMs: minute, maxWaitMs: minute, minIntervalMs: 0 })
    story.trigger(aChange())
  })
  const isDated = ({ record, now }: Story): boolean => waitsForItsDate(record, now)
  expect(isDated(debounced)).toBe(true)
  const { deferred } = debounced.record
  expect(waitsForItsDate({ ...aWaiting().record, deferred }, debounced.now)).toBe(false)
  debounced.advance(minute)
  expect(isDated(debounced)).toBe(false)
  for (const story of [aSucceeded(), aRunning(), aWaiting()]) expect(isDated(story)).toBe(false)
  expect(waitsForItsDate(null, 0)).toBe(false)
})
