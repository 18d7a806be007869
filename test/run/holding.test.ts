/** What a holding makes of the store's answers, whatever else its registry hears. */
import { expect, test } from 'vitest'
import { createAbsence } from '../../src/lease/absence.ts'
import { decideRenew, type HoldResult, type HoldWrite } from '../../src/model/decide-hold.ts'
import type { StoreState } from '../../src/model/facts.ts'
import type { RunDeps } from '../../src/run/deps.ts'
import { type Acquired, createHolding } from '../../src/run/holding.ts'
import { defineTask } from '../../src/index.ts'
import { createManualClock } from '../../src/testing/index.ts'
import { seededRandom } from '../../src/testing/seeded-random.ts'
import { aRunning } from '../model/support.ts'
import { rejectionOf } from '../registry/build.ts'

/** A holding whose store gives one answer to every write. */
function build(answer: HoldResult) {
  const clock = createManualClock()
  const { record } = aRunning()
  const { run, lease } = record
  if (!run || !lease) throw new Error('nothing runs')
  const deps = {
    clock,
    random: seededRandom(1),
    absence: createAbsence(),
    ttlMs: () => 60_000,
    transact(_: unknown, decide: (state: StoreState) => unknown) {
      decide({} as StoreState)
      return Promise.resolve({ result: answer, record, rows: [], storeId: 'store-1' })
    },
  } as unknown as RunDeps
  const acquired: Acquired = {
    record,
    run,
    lease,
    storeId: 'store-1',
    asked: { wall: clock.now(), mono: clock.monotonic() },
    absences: 0,
    presence: () => null,
  }
  const { definition } = defineTask({ scope: 'sync', run: () => undefined })
  const written: HoldWrite[] = []
  const write = (_: StoreState, write: HoldWrite) => {
    written.push(write)
    return { result: answer }
  }
  return { clock, written, write, lease, holding: createHolding(deps, acquired, definition) }
}

test.each(['lease-lost', 'signed-out', 'cancelled', 'superseded'] as const)(
  'a write that is refused as %s rejects with that, and stops the stage',
  async reason => {
    const { holding } = build({ ok: false, reason })
    const refused = { name: 'LeaseLost', reason }
    expect(await rejectionOf(holding.write(decideRenew))).toMatchObject(refused)
    expect(holding.signal.reason).toMatchObject(refused)
    expect(await rejectionOf(holding.write(decideRenew))).toMatchObject(refused)
  },
)

test('who lost the key renews it no more; who was cancelled does until the stage has returned', async () => {
  const lost = build({ ok: false, reason: 'lease-lost' })
  await rejectionOf(lost.holding.write(decideRenew))
  expect(lost.clock.timers()).toBe(0)
  const cancelled = build({ ok: false, reason: 'cancelled' })
  await rejectionOf(cancelled.holding.write(decideRenew))
  expect(cancelled.clock.timers()).toBe(1)
})

test('a renewal that tells of a cancel stops the stage', async () => {
  const { holding } = build({ ok: true, cancelled: true, sealed: false })
  await holding.renew()
  expect(holding.signal.reason).toMatchObject({ name: 'LeaseLost', reason: 'cancelled' })
})

test('a write that is refused renews nothing: the lease is trusted no longer than it is stored for', async () => {
  const { clock, holding, write } = build({ ok: false, reason: 'cancelled' })
  clock.advance(10_000)
  const trusted = holding.keeper.trustedForMs()
  await rejectionOf(holding.write(write))
  expect(holding.keeper.trustedForMs()).toBe(trusted)
  expect(holding.keeper.isFresh()).toBe(false)
})

test('what joined the run before a write was refused goes along with the settle', async () => {
  const { holding, written, write } = build({ ok: false, reason: 'cancelled' })
  expect(holding.join({ source: 'online', byUser: false, brings: 'nothing' })).toBe(true)
  await rejectionOf(holding.write(write))
  await holding.writeAnyway(write)
  expect(written.map(({ joined }) => joined.length)).toEqual([1, 1])
})
