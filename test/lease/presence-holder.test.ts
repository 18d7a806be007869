/** How long an agent's presence lock is waited for, held, and kept warm. */
import { expect, test } from 'vitest'
import { createAbsence } from '../../src/lease/absence.ts'
import { createPresenceHolder } from '../../src/lease/presence-holder.ts'
import type { LockRequest, Presence } from '../../src/port/presence.ts'
import { createManualClock } from '../../src/testing/index.ts'
import { seededRandom } from '../../src/testing/seeded-random.ts'

/** Locks that are granted when the test says so. */
function build() {
  const clock = createManualClock()
  const log: string[] = []
  let grant: () => void = () => undefined
  const presence: Presence = {
    request: (name, { signal }: LockRequest) =>
      new Promise(resolve => {
        log.push(`asked ${name}`)
        signal?.addEventListener('abort', () => resolve(null))
        grant = () => resolve({ release: () => void log.push(`released ${name}`) })
      }),
  }
  const random = seededRandom(1)
  const holder = createPresenceHolder(presence, clock, random, createAbsence(), 'app')
  return { clock, log, holder, grant: () => grant() }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

test('a ticket comes with the lock, and names it', async () => {
  const { holder, grant, log } = build()
  let name: string | null | undefined
  void holder.take().then(ticket => {
    name = ticket.name()
  })
  await settle()
  expect([log, name]).toEqual([['asked app:presence:id.1'], undefined])
  grant()
  await settle()
  expect(name).toBe('app:presence:id.1')
})

test('a lock that is not granted within 500 ms is given up: the ticket names none', async () => {
  const { clock, holder } = build()
  let name: string | null | undefined
  void holder.take().then(ticket => {
    name = ticket.name()
  })
  await settle()
  clock.advance(499)
  await settle()
  expect(name).toBeUndefined()
  clock.advance(1)
  await settle()
  expect(name).toBeNull()
})

test('the lock outlives the last ticket by one second, and is warm for who comes within it', async () => {
  const { clock, holder, grant, log } = build()
  const taking = holder.take()
  grant()
  const first = await taking
  first.release()
  first.release()
  clock.advance(999)
  const second = holder.warm()
  expect(second?.name()).toBe('app:presence:id.1')
  clock.advance(10_000)
  expect(log).toEqual(['asked app:presence:id.1'])
  second?.release()
  clock.advance(1_000)
  expect(log).toEqual(['asked app:presence:id.1', 'released app:presence:id.1'])
  expect(holder.warm()).toBeNull()
})

test('each period of holding has a name of its own', async () => {
  const { clock, holder, grant } = build()
  const names: (string | null)[] = []
  for (let period = 0; period < 2; period++) {
    const taking = holder.take()
    grant()
    const ticket = await taking
    names.push(ticket.name())
    ticket.release()
    clock.advance(1_000)
  }
  expect(names).toEqual(['app:presence:id.1', 'app:presence:id.2'])
})
