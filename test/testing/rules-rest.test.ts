import { expect, test } from 'vitest'
import { createRestRules, type RestFacts } from '../../src/testing/rules-rest.ts'

const broken = ['between events a service worker has no timer (w)']

/** The worker `w`; time and its timers by hand. */
function build(changes: Partial<RestFacts> = {}) {
  const time = { now: 0, timers: 1, isServing: false }
  const rules = createRestRules({
    monotonic: () => time.now,
    awakeForMs: () => Number.POSITIVE_INFINITY,
    workers: () => ['w'],
    isServing: () => time.isServing,
    isAnyHeld: () => false,
    isAtWork: () => false,
    isStoreWell: () => true,
    timers: () => time.timers,
    ...changes,
  })
  /** So much time passes, with a look at its end. */
  function pass(ms: number): readonly string[] {
    time.now += ms
    return rules.look()
  }
  return { rules, time, pass }
}

test('a timer that stays is found ten seconds after it was first seen', () => {
  const { pass } = build()
  expect([pass(400_000), pass(10_000), pass(1)]).toEqual([[], [], broken])
})

test('timers that come and go, or belong to a call or an event, are none of its business', () => {
  const { rules, time, pass } = build()
  pass(1)
  time.timers = 0
  pass(5_000)
  time.timers = 1
  expect([pass(1), pass(10_000)]).toEqual([[], []])
  rules.asked('w')
  expect([pass(1), pass(10_000)]).toEqual([[], []])
  time.isServing = true
  expect([pass(1), pass(20_000)]).toEqual([[], []])
})

test('a key that is held may be watched, and for as long as its lease lasts afterwards', () => {
  let isHeld = true
  const { pass } = build({ isAnyHeld: () => isHeld })
  expect([pass(1), pass(400_000)]).toEqual([[], []])
  isHeld = false
  expect([pass(160_000), pass(1), pass(10_001)]).toEqual([[], [], broken])
})

test.each([
  ['is still at a stage', { isAtWork: () => true }],
  ['repeats what its store did not take', { isStoreWell: () => false }],
  ['woke a moment ago', { awakeForMs: () => 1_000 }],
])('a worker that %s may have one', (_, changes: Partial<RestFacts>) => {
  const { pass } = build(changes)
  expect([pass(1), pass(20_000)]).toEqual([[], []])
})
