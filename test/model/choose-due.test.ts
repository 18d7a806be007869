import { describe, expect, test } from 'vitest'
import { chooseDue, nextDueAt, type Signal } from '../../src/model/choose-due.ts'
import {
  aChange,
  aFailed,
  aPending,
  aPolicy,
  aPress,
  aRequest,
  aRunning,
  aSucceeded,
  aWaiting,
  day,
  minute,
  second,
  someFacts,
  startAt,
  Story,
} from './support.ts'

const signals: readonly Signal[] = ['time', 'online', 'foreground', 'resume', 'event']
const next = (story: Story): number | null => nextDueAt(story.record, story.user)

function aDeferred(
  request = aRequest(),
  who: Parameters<Story['trigger']>[1] = { online: false },
): Story {
  const story = aSucceeded()
  story.trigger(request, who)
  return story
}

describe('what may go on without a new trigger', () => {
  test('nothing, of a key at rest', () => {
    for (const signal of signals) expect(aSucceeded().due(signal)).toBeNull()
    expect(next(aSucceeded())).toBeNull()
  })

  test('nothing, while somebody holds the key', () => {
    for (const signal of signals) expect(aRunning().advance(day).due(signal)).toBeNull()
    expect(next(aRunning())).toBeNull()
  })

  test('a run that was left, at once', () => {
    expect(aPending().due()).toBe('pending')
    expect(next(aPending())).toBe(0)
  })

  test.each<[string, (story: Story) => void]>([
    ['is paused', story => story.pause()],
    ['belongs to a user who is signed out', story => story.signOut()],
    [
      'belongs to an earlier sign-in',
      story => {
        story.signOut()
        story.signIn()
      },
    ],
  ])('nothing of a key that %s', (_, change) => {
    for (const story of [aPending(), aWaiting(), aDeferred()]) {
      change(story)
      story.advance(day)
      expect(story.due()).toBeNull()
      expect(next(story)).toBeNull()
    }
  })

  test('nothing, while the gate is closed', () => {
    for (const story of [aPending(), aWaiting().advance(day), aDeferred()]) {
      expect(story.due('time', { gate: 'metered connection' })).toBeNull()
    }
  })
})

describe('a wait', () => {
  test('is over at its next attempt, and a look is due then', () => {
    const story = aWaiting()
    const at = story.run.wait?.nextAttemptAt ?? 0
    expect(next(story)).toBe(at)
    story.now = at - 1
    expect(story.due()).toBeNull()
    story.now = at
    expect(story.due()).toBe('retry')
  })

  test.each(['online', 'foreground', 'resume'] as const)('is cut short by %s', signal => {
    expect(aWaiting().due(signal)).toBe('retry')
    expect(aWaiting({ reason: 'rate-limited' }).due(signal)).toBe('retry')
  })

  test.each(['online', 'foreground', 'resume'] as const)(
    'is not cut short by %s before the server allows it',
    signal => {
      const story = aRunning()
      story.fail('rate-limited', { retryAfterMs: minute })
      expect(story.advance(minute - 1).due(signal)).toBeNull()
      expect(story.advance(1).due(signal)).toBe('retry')
    },
  )

  test('is cut short by an event of the browser only when it is for the network', () => {
    expect(aWaiting({ reason: 'offline' }).due('event')).toBe('retry')
    for (const reason of ['retryable', 'rate-limited', 'auth'] as const)
      expect(aWaiting({ reason }).due('event')).toBeNull()
    expect(aWaiting({ reason: 'offline' }).due('event', { online: false })).toBeNull()
  })

  test('a Retry-After of hours is kept', () => {
    const story = aRunning()
    story.fail('rate-limited', { retryAfterMs: day })
    expect(story.advance(day - 1).due()).toBeNull()
    expect(story.advance(1).due()).toBe('retry')
  })

  test('goes on only where there is network, unless the task needs none', () => {
    const story = aWaiting({ reason: 'offline' })
    for (const signal of signals) expect(story.due(signal, { online: false })).toBeNull()
    expect(story.advance(day).due('time', { online: false })).toBeNull()
    expect(story.due('time')).toBe('retry')
    story.policy = aPolicy({ network: false })
    expect(story.due('time', { online: false })).toBe('retry')
  })

  test('for network comes back by itself behind a captive portal', () => {
    const story = aWaiting({ reason: 'offline' })
    expect(story.advance(15 * minute).due('time')).toBe('retry')
  })

  test('for a sign-in is ended by nothing else', () => {
    const story = aWaiting({ reason: 'auth' })
    expect(next(story)).toBeNull()
    story.advance(day)
    for (const signal of signals) expect(story.due(signal)).toBeNull()
    story.signIn()
    expect(story.due()).toBe('retry')
  })

  test('for a sign-in ends after a real login, however soon and whatever the clock says', () => {
    for (const ms of [0, second, -365 * day]) {
      const story = aWaiting({ reason: 'auth' })
      story.advance(ms).signIn(true)
      expect(story.due()).toBe('retry')
    }
  })

  test('for a sign-in is over when somebody signed in during the attempt: its request had the old session', () => {
    const story = aRunning()
    story.advance(second).signIn(true)
    story.fail('auth')
    expect(story.due()).toBe('retry')
    story.look()
    story.fail('auth')
    expect(story.due()).toBeNull()
  })

  test('for a sign-in is not ended by the page loads that call signIn within the retry cap', () => {
    const story = aWaiting({ reason: 'auth' })
    story.signIn(true)
    story.look()
    story.fail('auth')
    story.advance(minute).signIn()
    expect(story.due()).toBeNull()
    story.advance(14 * minute).signIn()
    expect(story.due()).toBe('retry')
  })

  test('written by a clock that was far ahead is over', () => {
    const story = aWaiting()
    expect(story.advance(-365 * day).due()).toBe('retry')
    const limited = aRunning()
    limited.fail('rate-limited', { retryAfterMs: minute })
    expect(limited.advance(-365 * day).due('online')).toBe('retry')
  })
})

describe('a deferred trigger', () => {
  test('starts when its reason has ended', () => {
    const paused = aSucceeded()
    paused.pause()
    paused.trigger()
    expect(paused.due()).toBeNull()
    paused.pause(false)
    expect(paused.due()).toBe('deferred')
    expect(aDeferred(aRequest(), { gate: 'metered' }).due()).toBe('deferred')
    expect(aDeferred().due('online')).toBe('deferred')
    expect(aDeferred().due('time', { online: false })).toBeNull()
  })

  test('of the user tries anyway', () => {
    const story = aDeferred(aPress(), { gate: 'metered' })
    expect(story.due('time', { online: false })).toBe('deferred')
  })

  test('with a date starts at it', () => {
    const story = aSucceeded().advance(-57 * second)
    story.trigger(aChange())
    expect(next(story)).toBe(story.now + 7 * second)
    expect(story.advance(7 * second - 1).due()).toBeNull()
    expect(story.advance(1).due()).toBe('deferred')
  })

  test('of an exhausted task starts a new occurrence after the cap', () => {
    const story = aFailed('exhausted')
    story.trigger()
    expect(next(story)).toBe(story.now + 14 * minute)
    expect(story.advance(14 * minute).due()).toBe('deferred')
  })

  test('without a date is looked for by the slow look, not by a timer of its own', () => {
    expect(next(aDeferred())).toBe(Number.POSITIVE_INFINITY)
  })

  test('does not hurry a run that waits, unless it is the user’s', () => {
    const story = aWaiting()
    story.pause()
    story.trigger()
    story.pause(false)
    expect(story.due()).toBeNull()
    expect(next(story)).toBe(story.run.wait?.nextAttemptAt)
    story.pause()
    story.trigger(aPress())
    story.pause(false)
    expect(story.due()).toBe('retry')
  })

  test('written by a clock that was far ahead is due', () => {
    const story = aFailed('exhausted')
    story.trigger()
    expect(story.advance(-365 * day).due()).toBe('deferred')
  })
})

test('a look needs no more than the slim facts', () => {
  const { record, user, policy } = aPending()
  expect(chooseDue(record, user, { online: true, gate: true }, policy, 'time', startAt)).toBe(
    'pending',
  )
  expect(someFacts()).toMatchObject({ online: true, gate: true })
  expect(new Story().stored).toBeNull()
})
