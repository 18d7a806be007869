import { expect, test } from 'vitest'
import { createWatcher, type WatcherDeps } from '../../src/lease/watcher.ts'
import type { Evidence } from '../../src/model/evidence.ts'
import type { HeldLock } from '../../src/port/presence.ts'
import { createManualClock } from '../../src/testing/index.ts'
import { leaseAt } from './lease.ts'

/** A lock that its test grants. */
interface Asked {
  readonly name: string
  readonly mode: string
  grant(): void
}

function build(overrides: Partial<WatcherDeps> = {}) {
  const clock = createManualClock()
  const asked: Asked[] = []
  const taken: Evidence[] = []
  const deps: WatcherDeps = {
    clock,
    presence: {
      request: (name, { mode }) =>
        new Promise<HeldLock | null>(resolve => {
          asked.push({ name, mode, grant: () => resolve({ release: () => undefined }) })
        }),
    },
    graceMs: 0,
    isVisible: () => true,
    isProven: () => true,
    ping: () => undefined,
    refresh: () => Promise.resolve(),
    onGone: () => undefined,
    takeOver(evidence) {
      taken.push(evidence)
      return Promise.resolve()
    },
    ...overrides,
  }
  const lease = leaseAt(clock.now())
  return { clock, asked, taken, lease, watcher: createWatcher(deps, lease) }
}

/** Lets promises settle; no time passes. */
async function settle(): Promise<void> {
  for (let i = 0; i < 10; i++) await Promise.resolve()
}

test("the owner's freed lock leads to one takeover, by the heir", async () => {
  const { asked, taken } = build()
  expect(asked.map(({ name, mode }) => [name, mode])).toEqual([['p1', 'shared']])
  asked[0]?.grant()
  await settle()
  expect(taken).toEqual([])
  expect(asked.at(-1)).toMatchObject({ name: 'p1:heir', mode: 'exclusive' })
  asked.at(-1)?.grant()
  await settle()
  expect(taken).toEqual([{ kind: 'presence', owner: 'o1', fence: 7, presence: 'p1' }])
})

test('a last message of the dying owner that comes late does not delay its takeover', async () => {
  const { clock, asked, taken, watcher } = build()
  asked[0]?.grant()
  await settle()
  watcher.update(leaseAt(clock.now(), { renewSeq: 2 }))
  asked.at(-1)?.grant()
  await settle()
  expect(taken).toHaveLength(1)
})

test('a next owner that dies while its predecessor is acted on is replaced as soon', async () => {
  const { clock, asked, taken, watcher } = build({
    takeOver(evidence) {
      taken.push(evidence)
      // Somebody else was faster, and dies at once.
      if (taken.length > 1) return Promise.resolve()
      watcher.update(leaseAt(clock.now(), { owner: 'o2', fence: 8, presence: 'p2' }))
      asked.find(({ name }) => name === 'p2')?.grant()
      return settle()
    },
  })
  asked[0]?.grant()
  await settle()
  asked.find(({ name }) => name === 'p1:heir')?.grant()
  await settle()
  await settle()
  expect(taken).toHaveLength(1)
  clock.advance(1)
  expect(asked.at(-1)).toMatchObject({ name: 'p2', mode: 'shared' })
  asked.at(-1)?.grant()
  await settle()
  asked.at(-1)?.grant()
  await settle()
  expect(taken.at(-1)).toMatchObject({ kind: 'presence', owner: 'o2', presence: 'p2' })
})

test('a renewal that comes late takes the ground from what silence seemed to show', async () => {
  const { clock, asked, taken, watcher } = build()
  clock.advance(60_000)
  clock.advance(300)
  await settle()
  expect(asked.at(-1)?.name).toBe('p1:heir')
  watcher.update(leaseAt(clock.now(), { renewSeq: 2 }))
  asked.at(-1)?.grant()
  await settle()
  expect(taken).toEqual([])
})

test('whoever does not become heir looks again after a second, and then goes on without', async () => {
  const { clock, taken } = build({
    presence: {
      request: (name, { mode }) =>
        Promise.resolve(mode === 'shared' && name === 'p1' ? { release: () => undefined } : null),
    },
  })
  await settle()
  clock.advance(999)
  await settle()
  expect(taken).toEqual([])
  clock.advance(1)
  await settle()
  expect(taken).toHaveLength(1)
})

test('a hidden agent lets a visible one go first', async () => {
  const { clock, asked, taken } = build({ isVisible: () => false })
  asked[0]?.grant()
  await settle()
  expect(asked).toHaveLength(1)
  clock.advance(200)
  await settle()
  asked.at(-1)?.grant()
  await settle()
  expect(taken).toHaveLength(1)
})

test('an expired lease on a channel that never carried the owner is not enough; one silent ttl is', async () => {
  const { clock, asked, taken } = build({ isProven: () => false })
  clock.advance(59_999)
  await settle()
  expect(asked).toHaveLength(1)
  clock.advance(1)
  clock.advance(300)
  await settle()
  asked.at(-1)?.grant()
  await settle()
  expect(taken).toMatchObject([{ kind: 'unchanged', renewSeq: 1 }])
})

test('who may not take over says that the owner is gone when nobody else took over, once, and waits for nothing', async () => {
  let told = 0
  const { clock, asked, lease, watcher } = build({ takeOver: null, onGone: () => told++ })
  asked[0]?.grant()
  await settle()
  clock.advance(999)
  await settle()
  expect(told).toBe(0)
  clock.advance(1)
  await settle()
  expect([told, clock.timers()]).toEqual([1, 0])
  expect(asked.map(({ name }) => name)).toEqual(['p1'])
  // Somebody took over after all: that owner is watched like the one before.
  watcher.update(leaseAt(clock.now(), { owner: 'o2', fence: lease.fence + 1, presence: 'p2' }))
  expect(asked.at(-1)).toMatchObject({ name: 'p2', mode: 'shared' })
})

test('who may not take over says nothing when somebody does', async () => {
  let told = 0
  const { clock, asked, lease, watcher } = build({ takeOver: null, onGone: () => told++ })
  asked[0]?.grant()
  await settle()
  watcher.update(leaseAt(clock.now(), { owner: 'o2', fence: lease.fence + 1, presence: 'p2' }))
  clock.advance(5_000)
  await settle()
  expect(told).toBe(0)
})

test('an owner that said goodbye and came back is as dead as any other when it dies', async () => {
  const handOvers: boolean[] = []
  const { clock, asked, lease, watcher } = build({
    takeOver(_, heardBye) {
      handOvers.push(heardBye)
      return Promise.resolve()
    },
  })
  const die = async (): Promise<void> => {
    asked.at(-1)?.grant()
    await settle()
    asked.at(-1)?.grant()
    await settle()
  }
  watcher.hearBye('o1', lease.fence)
  watcher.update(leaseAt(clock.now(), { presence: 'p1 after its return', renewSeq: 2 }))
  await die()
  watcher.hearBye('o1', lease.fence)
  clock.advance(1_000)
  await die()
  expect(handOvers).toEqual([false, true])
})
