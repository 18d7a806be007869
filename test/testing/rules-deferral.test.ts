import { expect, test } from 'vitest'
import type { DeferredTriggers } from '../../src/model/pending-triggers.ts'
import { createDeferralRules, type DeferralFacts } from '../../src/testing/rules-deferral.ts'
import { aPolicy, aRecord, startAt } from '../model/builders.ts'

const key = 'u1|course_sync'
const policy = aPolicy({ debounceMs: 4_000, maxWaitMs: 15_000, minIntervalMs: 10_000 })

/** What `a` writes of a deferred trigger; time by hand, from the first write on. */
function build(
  reason: 'debounce' | 'capacity',
  changes: Partial<DeferralFacts> = {},
  { scheduledAt = null as number | null, lastStartAt = 0 } = {},
) {
  const time = { now: 0 }
  const deferral = (dueAfterMs: number): DeferredTriggers => ({
    runId: 'r1',
    triggers: [],
    triggersDropped: 0,
    byUser: false,
    brings: true,
    payload: null,
    hasPayload: false,
    scheduledAt,
    requestedAt: startAt,
    reason,
    dueAt: startAt + time.now + dueAfterMs,
  })
  let record = aRecord({ lastStartAt })
  const rules = createDeferralRules({
    monotonic: () => time.now,
    steadyForMs: () => Number.POSITIVE_INFINITY,
    calmForMs: () => Number.POSITIVE_INFINITY,
    record: () => record,
    policy: () => policy,
    agents: () => ['a', 'b'],
    missedNothing: () => false,
    couldStart: () => true,
    ...changes,
  })
  function write(deferred: DeferredTriggers | null, result: object) {
    const before = record
    record = aRecord({ deferred, lastStartAt })
    const now = startAt + time.now
    return rules.landed({ by: 'a', key, before, after: record, rows: [], user: null, now, result })
  }
  return {
    put: (dueAfterMs = 4_000) => write(deferral(dueAfterMs), { decision: 'deferred', reason }),
    start: () => write(null, { did: 'deferred' }),
    press: () => write(null, { decision: 'started' }),
    /** Later by so much. */
    lookAfter(ms: number) {
      time.now += ms
      return rules.look()
    },
  }
}

test('a debounced trigger that starts by itself a moment early is told of, one in time or with a press is not', () => {
  const early = build('debounce')
  expect(early.put()).toEqual([])
  early.lookAfter(3_000)
  expect(early.put()).toEqual([])
  early.lookAfter(3_999)
  expect(early.start()).toEqual([expect.stringMatching('before its time')])
  const inTime = build('debounce')
  inTime.put()
  inTime.lookAfter(4_000)
  expect(inTime.start()).toEqual([])
  const pressed = build('debounce')
  pressed.put()
  expect(pressed.press()).toEqual([])
})

test('a debounced trigger that starts before the minimum interval is over is told of, a slot is not', () => {
  const lastStartAt = startAt - 1_000
  for (const scheduledAt of [null, startAt]) {
    const rules = build('debounce', {}, { scheduledAt, lastStartAt })
    rules.put()
    rules.lookAfter(4_000)
    const told = scheduledAt === null ? [expect.stringMatching('before its time')] : []
    expect(rules.start()).toEqual(told)
  }
})

test('a trigger that puts a debounced one off beyond `maxWaitMs` is told of', () => {
  const { put, lookAfter } = build('debounce')
  put()
  lookAfter(13_000)
  expect(put(2_000)).toEqual([])
  expect(put(2_001)).toEqual([expect.stringMatching('until `maxWaitMs` at most')])
})

test('what is due and could start is told of a look later: at once for a place, after `maxWaitMs` for further triggers', () => {
  const place = build('capacity')
  place.put()
  expect(place.lookAfter(0)).toEqual([])
  expect(place.lookAfter(31_000)).toEqual([])
  expect(place.lookAfter(1)).toEqual([
    expect.stringMatching('a place starts within a look .a could'),
  ])
  const further = build('debounce')
  further.put()
  expect(further.lookAfter(0)).toEqual([])
  expect(further.lookAfter(46_000)).toEqual([])
  expect(further.lookAfter(1)).toEqual([expect.stringMatching('starts within a look')])
})

test('what nobody could start, or only who may not know of it, waits for whoever can', () => {
  const busy = build('capacity', { couldStart: agent => agent === 'b' })
  busy.put()
  busy.lookAfter(0)
  expect(busy.lookAfter(600_000)).toEqual([])
  const told = build('capacity', { couldStart: agent => agent === 'b', missedNothing: () => true })
  told.put()
  told.lookAfter(0)
  expect(told.lookAfter(31_001)).toEqual([expect.stringMatching('b could start')])
})
