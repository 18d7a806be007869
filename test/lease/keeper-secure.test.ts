// A transaction that holds the record secures the lease, however long it lasts.
import { expect, test } from 'vitest'
import { createKeeper, readMoment } from '../../src/lease/keeper.ts'
import { createManualClock } from '../../src/testing/manual-clock.ts'

const ttlMs = 60_000

function keep(renew: () => Promise<unknown>) {
  const clock = createManualClock()
  let doubts = 0
  const keeper = createKeeper(
    clock,
    () => 0.5,
    readMoment(clock),
    ttlMs,
    renew,
    () => doubts++,
  )
  return { clock, keeper, doubts: () => doubts }
}

test('a renewal that waits behind such a transaction gets its time once that has ended', async () => {
  let renewals = 0
  const { clock, keeper, doubts } = keep(() => {
    renewals++
    return new Promise(() => undefined)
  })
  clock.advance(15_000)
  expect(renewals).toBe(1)
  const release = keeper.secure()
  clock.advance(ttlMs * 3)
  release()
  clock.advance(0)
  expect([renewals, doubts()]).toEqual([1, 0])
  clock.advance(ttlMs / 6)
  expect(doubts()).toBe(1)
})

test('nothing is renewed while it lasts, and at once when it has ended', () => {
  let renewals = 0
  const { clock, keeper, doubts } = keep(() => {
    renewals++
    return new Promise(() => undefined)
  })
  const release = keeper.secure()
  clock.advance(ttlMs * 3)
  keeper.renewIfDue()
  expect([renewals, doubts()]).toEqual([0, 0])
  release()
  clock.advance(0)
  expect([renewals, doubts()]).toEqual([1, 0])
  keeper.stop()
})
