import { expect, test } from 'vitest'
import type { TaskRecord } from '../../src/model/record.ts'
import { createEventRules, type EventFacts } from '../../src/testing/rules-event.ts'
import { aLease, aRecord, aUser, startAt } from '../model/builders.ts'

const budgetMs = 20_000
const called = 'in a service worker a stage is called only during an event'
const late = 'an event ends in its time, whatever a stage or the store does (w)'

/** The worker `w`; time and steps by hand, and what is left of one key. */
function build(changes: Partial<EventFacts> = {}) {
  const time = { now: 0, step: 1, awakeForMs: Number.POSITIVE_INFINITY }
  const record = aRecord({ lease: aLease() })
  const rules = createEventRules({
    step: () => time.step,
    monotonic: () => time.now,
    now: () => startAt + time.now,
    awakeForMs: () => time.awakeForMs,
    isWorker: agent => agent === 'w',
    hasEnded: () => false,
    mayGoOn: () => true,
    records: () => [record],
    user: () => aUser(),
    ...changes,
  })
  /** So much time passes, with a look at its end. */
  function pass(ms: number): readonly string[] {
    time.now += ms
    time.step++
    return rules.look()
  }
  function write(by: string, after: TaskRecord = record): void {
    time.step++
    const { key } = after
    rules.landed({ by, key, before: null, after, rows: [], user: null, now: 0, result: null })
  }
  return {
    rules,
    time,
    pass,
    write,
    left: `an event that says so leaves nothing behind (${record.key})`,
  }
}

test('a worker is in time from the beginning of an event until its budget is over; a page always', () => {
  const { rules, pass } = build()
  expect([rules.entered('a'), rules.entered('w')]).toEqual([[], [called]])
  const event = rules.began('w', budgetMs)
  pass(budgetMs - 1)
  expect(rules.entered('w')).toEqual([])
  pass(1)
  expect(rules.entered('w')).toEqual([called])
  rules.ended(event, { isLeft: true })
  expect(rules.entered('w')).toEqual([called])
})

test('a further event begins the time anew, and the first to end does not end it', () => {
  const { rules, pass } = build()
  const first = rules.began('w', budgetMs)
  pass(15_000)
  rules.began('w', budgetMs)
  rules.ended(first, { isLeft: true })
  pass(15_000)
  expect(rules.entered('w')).toEqual([])
})

test('an event that has not ended 36 s later is found, but for the time in which nothing ran', () => {
  const { rules, time, pass } = build()
  rules.began('w', budgetMs)
  time.awakeForMs = 0
  expect(pass(500_000)).toEqual([])
  time.awakeForMs = 37_000
  expect(pass(37_000)).toEqual([])
  time.awakeForMs = 37_001
  expect(pass(1)).toEqual([late])
})

test('an event has an answer', () => {
  const { rules } = build()
  expect(rules.ended(rules.began('w', budgetMs), null)).toEqual([
    'an event has an answer, whatever happens',
  ])
})

test('nothing is left when an event says so, of what it could know', () => {
  const { rules, time, write, left } = build()
  write('a')
  expect(rules.ended(rules.began('w', budgetMs), { isLeft: true })).toEqual([])
  expect(rules.ended(rules.began('w', budgetMs), { isLeft: false })).toEqual([left])
  const event = rules.began('w', budgetMs)
  write('a')
  expect(rules.ended(event, { isLeft: false })).toEqual([])
  const next = rules.began('w', budgetMs)
  write('w')
  expect(rules.ended(next, { isLeft: false })).toEqual([left])
  const last = rules.began('w', budgetMs)
  time.step++
  rules.landedUser(aUser().userId)
  expect(rules.ended(last, { isLeft: false })).toEqual([])
})

test.each([
  ['has been ended', { hasEnded: () => true }],
  ['has an older version of the task', { mayGoOn: () => false }],
  ['finds the user signed out', { user: () => aUser({ signedIn: false }) }],
])('nothing is left for a worker that %s', (_, changes: Partial<EventFacts>) => {
  const { rules } = build(changes)
  expect(rules.ended(rules.began('w', budgetMs), { isLeft: false })).toEqual([])
})

test('nothing is left for a worker that signs somebody out', () => {
  const { rules } = build()
  rules.signingOut('w')
  expect(rules.ended(rules.began('w', budgetMs), { isLeft: false })).toEqual([])
})
