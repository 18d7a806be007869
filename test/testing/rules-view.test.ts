import { expect, test } from 'vitest'
import type { Lease } from '../../src/model/lease.ts'
import type { TaskRecord } from '../../src/model/record.ts'
import type { TaskView } from '../../src/model/view.ts'
import { createViewRules, type ViewFacts } from '../../src/testing/rules-view.ts'

const key = 'u1|sync'
const ttlMs = 60_000

/** What `b` shows of a lease that `a` holds; time by hand. */
function build(changes: Partial<ViewFacts> = {}) {
  const time = { now: 0 }
  const lease = { agent: 'a.1', fence: 7, presence: 'p1', ttlMs, expiresAt: ttlMs } as Lease
  const rules = createViewRules({
    monotonic: () => time.now,
    now: () => time.now,
    record: () => ({ lease }) as TaskRecord,
    isAnswering: () => true,
    isLive: () => true,
    onTimeForMs: () => time.now,
    steadyForMs: () => Number.POSITIVE_INFINITY,
    calmForMs: () => time.now,
    isCapable: () => true,
    isLockFree: () => false,
    ...changes,
  })
  const running = { fence: 7, responding: true, leaseExpiresAt: ttlMs }
  const show = (status: string, shown: object | null = running) =>
    rules.shown('b', { key, status, running: shown } as TaskView)
  /** Later by so much. */
  const lookAfter = (ms: number) => {
    time.now += ms
    return rules.look()
  }
  return { show, lookAfter, running }
}

test('a spinner that flickers off under a live owner is told of', () => {
  const { show } = build()
  expect(show('running')).toEqual([])
  expect(show('interrupted')).toEqual(['no spinner flickers off under a live owner'])
})

test('a spinner that goes out because its owner is gone is none that flickers', () => {
  const { show } = build({ isAnswering: () => false })
  show('running')
  expect(show('interrupted')).toEqual([])
})

test('a view that still says responding a second after the expiry is told of, one that does not is not', () => {
  const { show, lookAfter, running } = build()
  show('running')
  expect(lookAfter(ttlMs)).toEqual([])
  expect(lookAfter(1_001)).toEqual([expect.stringMatching('says from the expiry on')])
  show('running', { ...running, responding: false })
  expect(lookAfter(60_000)).toEqual([])
})

test('an owner that is gone and was not replaced is told of: soon where its lock is free, else after a ttl', () => {
  const isLive = (agent: string): boolean => agent !== 'a'
  const free = build({ isLive, isLockFree: () => true })
  free.show('running')
  expect(free.lookAfter(2_200)).toEqual([])
  expect(free.lookAfter(1)).toEqual([
    expect.stringMatching('replaced within the time of the evidence'),
  ])
  const held = build({ isLive })
  held.show('running', { ...held.running, responding: false })
  expect(held.lookAfter(ttlMs + 2_500)).toEqual([])
  expect(held.lookAfter(1)).toEqual([
    expect.stringMatching('replaced within the time of the evidence'),
  ])
})

test('who knows only of an earlier, longer lease finds the owner gone when that is over', () => {
  const isLive = (agent: string): boolean => agent !== 'a'
  const behind = build({ isLive })
  const leaseExpiresAt = 150_000
  behind.show('running', { ...behind.running, leaseExpiresAt })
  expect(behind.lookAfter(leaseExpiresAt + ttlMs + 2_500)).toEqual([])
  expect(behind.lookAfter(1)).toEqual([
    expect.stringMatching('replaced within the time of the evidence'),
  ])
})
