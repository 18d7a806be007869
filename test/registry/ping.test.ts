/** Who answers the question whether an owner is still at work, and with what. */
import { expect, onTestFinished, test } from 'vitest'
import { defineTask } from '../../src/index.ts'
import type { Json } from '../../src/model/json.ts'
import { createMemory } from '../../src/store/memory.ts'
import { buildTimed } from './build.ts'
import { createGate, faultyStore } from './faulty-store.ts'

/** A tab at work, and a stranger on its channel. */
async function setUp() {
  const memory = createMemory()
  const gate = createGate()
  const posted: { readonly type?: string }[] = []
  let hear: (data: unknown) => void = () => undefined
  let broken = false
  const tab = buildTimed({
    tasks: [defineTask({ scope: 'sync', run: () => gate.opened })],
    store: faultyStore(operation => (broken && operation === 'transact' ? 'fail' : null), memory),
    channel: (_, onMessage) => {
      hear = onMessage
      return {
        post: (message: Json) => void posted.push(message as object),
        close: () => undefined,
      }
    },
  })
  onTestFinished(() => {
    broken = false
    gate.open()
  })
  await tab.registry.signIn('ada')
  await tab.registry.trigger({ userId: 'ada', scope: 'sync' })
  await tab.advance(1_000)
  const lease = () => [...memory.databases.values()][0]?.records.get('ada|sync')?.lease
  return {
    tab,
    gate,
    lease,
    setBroken(next: boolean) {
      broken = next
    },
    async ping(change: { readonly owner?: string; readonly fence?: number } = {}) {
      const { owner = '', fence = 0 } = lease() ?? {}
      posted.length = 0
      hear({ v: 1, from: 'somebody', type: 'ping', key: 'ada|sync', owner, fence, ...change })
      await tab.advance(0)
      return posted.filter(({ type }) => type === 'pong').length
    },
  }
}

test('the owner answers with a renewal to show', async () => {
  const { ping, lease } = await setUp()
  expect(lease()?.renewSeq).toBe(0)
  expect(await ping()).toBe(1)
  expect(lease()?.renewSeq).toBe(1)
})

test('a renewal of the last 250 ms is answer enough', async () => {
  const { tab, ping, lease } = await setUp()
  await ping()
  await tab.advance(249)
  expect(await ping()).toBe(1)
  expect(lease()?.renewSeq).toBe(1)
  await tab.advance(1)
  expect(await ping()).toBe(1)
  expect(lease()?.renewSeq).toBe(2)
})

test('nobody answers for another owner, or for an earlier fence of the same', async () => {
  const { ping, lease } = await setUp()
  expect(await ping({ owner: 'somebody else' })).toBe(0)
  expect(await ping({ fence: (lease()?.fence ?? 0) - 1 })).toBe(0)
  expect(lease()?.renewSeq).toBe(0)
})

test('an owner whose renewal does not land does not answer', async () => {
  const { ping, setBroken } = await setUp()
  setBroken(true)
  expect(await ping()).toBe(0)
})

test('an owner that only settles does not answer', async () => {
  const { tab, gate, ping, setBroken, lease } = await setUp()
  await ping()
  setBroken(true)
  gate.open()
  await tab.advance(10)
  expect(await ping()).toBe(0)
  expect(lease()?.renewSeq).toBe(1)
  setBroken(false)
  await tab.advance(1_000)
})
