/** How far a lease is trusted, when it is renewed, and when it is given up. */
import { expect, test } from 'vitest'
import { createKeeper, readMoment } from '../../src/lease/keeper.ts'
import { createManualClock } from '../../src/testing/index.ts'

const ttlMs = 60_000

function build(renew: () => Promise<unknown> = () => new Promise(() => undefined)) {
  const clock = createManualClock()
  const told = { renewals: 0, doubts: 0 }
  const keeper = createKeeper(
    clock,
    () => 0.5,
    readMoment(clock),
    ttlMs,
    () => {
      told.renewals++
      return renew()
    },
    () => told.doubts++,
  )
  async function pass(ms: number): Promise<void> {
    clock.advance(ms)
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }
  return { clock, keeper, told, pass }
}

test('a lease is trusted for its ttl less one percent', async () => {
  const { keeper, pass } = build()
  await pass(59_399)
  expect([keeper.trust(), keeper.trustedForMs()]).toEqual(['trusted', 1])
  await pass(1)
  expect([keeper.trust(), keeper.trustedForMs()]).toEqual(['ask', 0])
})

test('the faster clock decides: one may stand still in sleep, the other may be set back', async () => {
  const slept = build()
  slept.clock.moveWall(59_400)
  expect(slept.keeper.trust()).toBe('ask')
  const setBack = build()
  setBack.clock.moveWall(-3_600_000)
  await setBack.pass(59_400)
  expect(setBack.keeper.trust()).toBe('ask')
})

test('ten minutes after its end nobody asks for a lease any more', () => {
  const { clock, keeper } = build()
  clock.moveWall(ttlMs + 600_000)
  expect(keeper.trust()).toBe('ask')
  clock.moveWall(1)
  expect(keeper.trust()).toBe('over')
})

test('a renewal is due after a quarter of the ttl', async () => {
  const { told, pass } = build()
  await pass(14_999)
  expect(told.renewals).toBe(0)
  await pass(1)
  expect(told.renewals).toBe(1)
})

test('unconfirmed at five sixths of the ttl the lease is in doubt, once', async () => {
  const { told, pass, clock } = build()
  await pass(49_999)
  expect(told.doubts).toBe(0)
  await pass(1)
  expect(told.doubts).toBe(1)
  await pass(600_000)
  expect([told.doubts, clock.timers()]).toEqual([1, 0])
})

test('a renewal that was refused is asked for again until the deadline', async () => {
  const { told, pass } = build(() => Promise.reject(new Error('no')))
  await pass(15_000)
  expect(told.renewals).toBe(1)
  await pass(5_000)
  expect(told.renewals).toBe(2)
  for (let second = 0; second < 30; second++) await pass(1_000)
  expect(told.doubts).toBe(1)
  expect(told.renewals).toBeGreaterThan(5)
})

test('a late timer finds the deadline over, and the store still has a sixth of the ttl to answer', async () => {
  const { clock, keeper, told, pass } = build()
  clock.moveWall(55_000)
  keeper.renewIfDue()
  expect(told).toEqual({ renewals: 1, doubts: 0 })
  await pass(9_999)
  expect(told.doubts).toBe(0)
  await pass(1)
  expect(told.doubts).toBe(1)
})

test('a confirmed write counts from the moment at which it was requested', async () => {
  const { clock, keeper, pass } = build()
  const asked = readMoment(clock)
  await pass(10_000)
  keeper.confirmed(asked, ttlMs)
  expect(keeper.trustedForMs()).toBe(49_400)
  expect(keeper.isFresh()).toBe(false)
  keeper.confirmed(readMoment(clock), ttlMs)
  expect([keeper.trustedForMs(), keeper.isFresh()]).toEqual([59_400, true])
  keeper.confirmed(asked, ttlMs)
  expect(keeper.trustedForMs()).toBe(59_400)
  await pass(250)
  expect(keeper.isFresh()).toBe(false)
})

test('a keeper that was stopped has no timer and renews nothing', async () => {
  const { clock, keeper, told, pass } = build()
  keeper.stop()
  keeper.renewIfDue()
  await pass(600_000)
  keeper.renewIfDue()
  expect([told, clock.timers()]).toEqual([{ renewals: 0, doubts: 0 }, 0])
})
