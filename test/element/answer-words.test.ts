// What a person is told whose press does not show by itself.
import { expect, test } from 'vitest'
import { describeAnswer, describeFailure } from '../../src/element/answer-words.ts'
import { describeError } from '../../src/element/error-words.ts'
import { RegistryError } from '../../src/model/error.ts'
import type { TriggerAnswer } from '../../src/registry/task-registry.ts'
import { viewOf } from './states.ts'

function answer(change: Partial<TriggerAnswer<null>>): TriggerAnswer<null> {
  const done = new Promise<never>(() => undefined)
  return { decision: 'started', stored: true, view: viewOf({}), done, ...change }
}

const noStorage = 'The storage of this browser does not answer: your press counts when it does.'

test.each<[Partial<TriggerAnswer<null>>, string]>([
  [{ decision: 'started' }, ''],
  [{ decision: 'joined', stored: false }, 'This sync is under way already.'],
  [{ decision: 'buffered', reason: 'sealed' }, 'One more sync follows this one.'],
  [{ decision: 'deferred', reason: 'offline' }, ''],
  [{ decision: 'deferred', reason: 'store-unavailable', stored: false }, noStorage],
  [{ decision: 'deferred', reason: 'store-waiting', stored: false }, noStorage],
  [{ decision: 'skipped', reason: 'min-interval' }, 'Not started: one ended a moment ago.'],
  [{ decision: 'rejected', reason: 'signed-out', stored: false }, 'Not started: signed out.'],
])('%j is told as "%s"', (change, words) => {
  expect(describeAnswer(answer(change))).toBe(words)
})

test('storage that holds the records of a newer version is not said to be silent', () => {
  const beside = answer({ decision: 'deferred', reason: 'reload-needed', stored: false })
  expect(describeAnswer(beside)).toBe('Not started: a newer version of this app is in use.')
})

test('a call that threw is told without words for the app’s author, and as one that nobody repeats', () => {
  const unavailable = new RegistryError('store-unavailable', 'no answer within 5000 ms')
  expect(describeFailure(unavailable)).toBe('The storage of this browser does not answer')
  expect(describeFailure(new RegistryError('closed', 'closed'))).toBe('That did not work.')
})

test('a request without an answer is told alike, however the browser writes it; other errors keep their words', () => {
  for (const message of [
    'Failed to fetch',
    'TypeError: Load failed',
    'NetworkError when attempting to fetch resource.',
    'no answer to GET /api',
  ])
    expect(describeError({ message })).toBe('The server did not answer')
  expect(describeError({ message: 'Load failed' }, { unanswered: 'stumm' })).toBe('stumm')
  expect(describeError({ message: 'the server answered 500' })).toBe('the server answered 500')
})
