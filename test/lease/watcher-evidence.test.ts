/** What a watcher takes for evidence, and what it leaves behind. */
import { expect, test } from 'vitest'
import { createWatcher, type WatcherDeps } from '../../src/lease/watcher.ts'
import type { Evidence } from '../../src/model/evidence.ts'
import type { Lease } from '../../src/model/lease.ts'
import { createLocalLocks } from '../../src/testing/local-locks.ts'
import { createManualClock } from '../../src/testing/index.ts'
import { leaseAt } from './lease.ts'

/** A watcher beside an owner that holds its lock, with real locks. */
async function build(overrides: Partial<WatcherDeps> = {}, change: Partial<Lease> = {}) {
  const manual = createManualClock()
  let asleepMs = 0
  const locks = createLocalLocks()
  const owner = await locks.presenceFor('owner').request('p1', { mode: 'exclusive' })
  const taken: Evidence[] = []
  const pings: number[] = []
  const clock: WatcherDeps['clock'] = {
    now: () => manual.now() + asleepMs,
    monotonic: () => manual.monotonic() + asleepMs,
    setTimer: manual.setTimer,
  }
  const deps: WatcherDeps = {
    clock,
    presence: locks.presenceFor('watcher'),
    graceMs: 0,
    isVisible: () => true,
    isProven: () => true,
    ping: ({ renewSeq }) => void pings.push(renewSeq),
    refresh: () => Promise.resolve(),
    onGone: () => undefined,
    takeOver(evidence) {
      taken.push(evidence)
      return Promise.resolve()
    },
    ...overrides,
  }
  const watcher = createWatcher(deps, leaseAt(manual.now(), change))
  async function pass(ms: number): Promise<void> {
    manual.advance(ms)
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  }
  await pass(0)
  return {
    manual,
    locks,
    owner,
    taken,
    pings,
    watcher,
    pass,
    /** Both clocks went on, and no timer fired. */
    sleep(ms: number) {
      asleepMs += ms
    },
  }
}

test('after the lock was freed the grace of the task is waited for', async () => {
  const { owner, taken, pass } = await build({ graceMs: 5_000 })
  owner?.release()
  await pass(0)
  await pass(4_999)
  expect(taken).toEqual([])
  await pass(1)
  expect(taken).toHaveLength(1)
})

test('an expired owner is asked first, and has 300 ms for its answer', async () => {
  const { taken, pings, watcher, pass } = await build()
  await pass(59_999)
  expect(pings).toEqual([])
  await pass(1)
  expect(pings).toEqual([1])
  await pass(299)
  // Whatever else makes us look meanwhile does not shorten its time.
  watcher.look()
  await pass(0)
  expect(taken).toEqual([])
  await pass(1)
  expect(taken).toMatchObject([{ kind: 'expired', renewSeq: 1 }])
})

test('an answer within the 300 ms keeps the owner', async () => {
  const { manual, taken, watcher, pass } = await build()
  await pass(60_200)
  watcher.update(leaseAt(manual.now(), { renewSeq: 2 }))
  await pass(10_000)
  expect(taken).toEqual([])
})

test('silence is one whole ttl of our own watching, however long ago the lease was over', async () => {
  const { taken, watcher, pass } = await build(
    { isProven: () => false },
    { expiresAt: Date.UTC(2026, 0, 1) - 1 },
  )
  await pass(59_000)
  watcher.look()
  await pass(999)
  expect(taken).toEqual([])
  await pass(1)
  await pass(300)
  expect(taken).toMatchObject([{ kind: 'unchanged' }])
})

test('time that we slept is no time that we watched', async () => {
  const { taken, watcher, pass, sleep } = await build({ isProven: () => false })
  sleep(62_001)
  watcher.look()
  await pass(59_000)
  expect(taken).toEqual([])
  await pass(1_000)
  await pass(300)
  expect(taken).toMatchObject([{ kind: 'unchanged' }])
})

test('a clock that jumped starts the watch anew', async () => {
  const { manual, taken, watcher, pass } = await build({ isProven: () => false })
  await pass(30_000)
  manual.moveWall(2_001)
  watcher.look()
  await pass(59_000)
  expect(taken).toEqual([])
  await pass(1_000)
  await pass(300)
  expect(taken).toMatchObject([{ kind: 'unchanged' }])
})

test('a lease that is dated in the future is not expired, and a silent ttl ends it', async () => {
  const hour = 3_600_000
  const now = Date.UTC(2026, 0, 1)
  const { taken, pass } = await build({}, { renewedAt: now + hour, expiresAt: now + hour + 60_000 })
  await pass(59_999)
  expect(taken).toEqual([])
  await pass(1)
  await pass(300)
  expect(taken).toMatchObject([{ kind: 'unchanged' }])
})

test('who was refused looks again after a second, and asks again', async () => {
  const { taken, pass } = await build()
  await pass(60_300)
  expect(taken).toHaveLength(1)
  await pass(999)
  expect(taken).toHaveLength(1)
  await pass(1)
  expect(taken).toHaveLength(2)
})

test('who was refused although the lock was free asks for it once more', async () => {
  const { owner, taken, pass } = await build()
  owner?.release()
  await pass(0)
  expect(taken).toHaveLength(1)
  await pass(1_000)
  expect(taken).toHaveLength(2)
})

test('the locks of a takeover are held for it, and not longer', async () => {
  const seen: string[] = []
  const { locks, owner, pass } = await build({
    takeOver() {
      seen.push(...locks.holders('p1'), ...locks.holders('p1:heir'))
      return Promise.resolve()
    },
  })
  owner?.release()
  await pass(0)
  expect(seen).toEqual(['watcher', 'watcher'])
  expect([locks.holders('p1'), locks.holders('p1:heir')]).toEqual([[], []])
})

test('who stops watching waits for no lock any more', async () => {
  const { locks, watcher, pass, manual } = await build()
  expect(locks.waiting('p1')).toEqual(['watcher'])
  watcher.stop()
  await pass(0)
  expect(locks.waiting('p1')).toEqual([])
  expect(manual.timers()).toBe(0)
})
