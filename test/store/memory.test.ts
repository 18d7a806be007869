// The memory store keeps the contract, and lets a simulator decide when things happen.
import { createMemory, memoryStore } from 'leasehold/memory'
import { describe, expect, test } from 'vitest'
import { addressOf, raising } from '../../src/testing/store-case.ts'
import { storeCases } from '../../src/testing/store-cases.ts'
import { openStore } from './contexts.ts'

const here = addressOf()

describe('contract', () => {
  test.each(storeCases)('$name', ({ run }) => run(memoryStore(), 'case'))
})

describe('memory', () => {
  test('data outlives all stores that were opened on it', async () => {
    const memory = createMemory()
    const first = openStore(memoryStore(memory))
    await first.transact(here, raising())
    const { storeId } = await first.read(here)
    await first.close()
    const state = await openStore(memoryStore(memory)).read(here)
    expect([state.record?.version, state.storeId]).toEqual([1, storeId])
  })

  test('stores that were given no memory share nothing', async () => {
    await openStore(memoryStore()).transact(here, raising())
    expect((await openStore(memoryStore()).read(here)).record).toBeNull()
  })

  test('data that was evicted comes back empty and with a new id', async () => {
    const memory = createMemory()
    const store = openStore(memoryStore(memory))
    await store.transact(here, raising())
    const before = await store.read(here)
    memory.databases.delete('leasehold')
    const after = await store.read(here)
    expect(after.record).toBeNull()
    expect(after.storeId).not.toBe(before.storeId)
  })
})

test('the floor of the data is told where no record is left', async () => {
  const memory = createMemory()
  const store = openStore(memoryStore(memory))
  await store.transact(addressOf('u1|b'), raising('u1|b'))
  const database = memory.databases.get('leasehold')
  if (database) memory.databases.set('leasehold', { ...database, floor: 7 })
  expect(await store.read(here)).toMatchObject({ record: null, floor: 7 })
  expect((await store.users()).floor).toBe(7)
  expect((await store.read(addressOf('u1|b'))).floor).toBe(0)
})

describe('schedule', () => {
  test('nothing begins and nothing is answered before it was run', async () => {
    const memory = createMemory()
    const work: (() => void)[] = []
    const store = openStore(memoryStore(memory, { schedule: one => work.push(one) }))
    let [begun, answered] = [0, 0]
    const answer = store.transact(here, raising(), { onBegin: () => begun++ })
    void answer.then(() => answered++)
    const version = () => memory.databases.get('leasehold')?.records.get(here.key)?.version
    expect([work.length, begun, version()]).toEqual([1, 0, undefined])
    work.shift()?.()
    await Promise.resolve()
    expect([work.length, begun, version(), answered]).toEqual([1, 1, 1, 0])
    work.shift()?.()
    expect(await answer).toBe(1)
  })

  test('transactions of one store begin as requested, in whatever order they are run', async () => {
    const work: (() => void)[] = []
    const store = openStore(memoryStore(createMemory(), { schedule: one => work.push(one) }))
    const order: number[] = []
    const answers = [1, 2, 3].map(n =>
      store.transact(here, () => ({ result: n }), { onBegin: () => order.push(n) }),
    )
    while (work.length > 0) work.pop()?.()
    expect(await Promise.all(answers)).toEqual([1, 2, 3])
    expect(order).toEqual([1, 2, 3])
  })

  test('what was aborted while it waited is answered and never begins', async () => {
    const work: (() => void)[] = []
    const store = openStore(memoryStore(createMemory(), { schedule: one => work.push(one) }))
    const controller = new AbortController()
    let begun = 0
    const answer = store.transact(here, raising(), {
      signal: controller.signal,
      onBegin: () => begun++,
    })
    const next = store.transact(here, raising())
    controller.abort(new Error('given up'))
    for (const one of work) one()
    await expect(answer).rejects.toThrow('given up')
    expect([begun, await next]).toEqual([0, 1])
  })
})
