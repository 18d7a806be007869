// The IndexedDB store keeps the contract, with one transaction for each operation.
import { idbStore } from 'leasehold/idb'
import { describe, expect, test } from 'vitest'
import { addressOf, raising, rowOf, userOf } from '../../src/testing/store-case.ts'
import { storeCases } from '../../src/testing/store-cases.ts'
import { openStore } from './contexts.ts'
import { useFakeIndexedDB, watchPlatform } from './fake-idb.ts'
import { openConnection, resultOf } from './idb-requests.ts'

useFakeIndexedDB()
const here = addressOf()

describe.each(['relaxed', 'strict'] as const)('contract, %s', durability => {
  test.each(storeCases)('$name', ({ run }) => run(idbStore({ durability }), 'case'))
})

describe('transactions', () => {
  test('each operation takes exactly one', async () => {
    const store = openStore(idbStore())
    await store.read(here)
    const { transaction } = watchPlatform()
    const user = userOf('u1')
    const history = [rowOf(here.key, 1)]
    const operations = {
      first: () => store.transact(here, raising()),
      again: () => store.transact(here, raising()),
      settle: () => store.transact(here, () => ({ history, result: null })),
      nothing: () => store.transact(here, () => ({ result: null })),
      users: () => store.users(),
      transactUser: () => store.transactUser(() => ({ users: [user], user })),
      forget: () => store.forget('u1', () => ({ users: [user], user })),
      read: () => store.read(here),
      history: () => store.history(here.key),
      list: () => store.list(),
    }
    for (const [name, operate] of Object.entries(operations)) {
      transaction.mockClear()
      await operate()
      expect([name, transaction.mock.calls.length]).toEqual([name, 1])
    }
  })

  test('whoever opens a database that is there only reads; the first one gives it its id', async () => {
    const { transaction } = watchPlatform()
    const modes = (): unknown[] => transaction.mock.calls.map(([, mode]) => mode)
    const first = await openStore(idbStore()).read(here)
    expect(modes().slice(-3)).toEqual(['readonly', 'readwrite', 'readonly'])
    transaction.mockClear()
    const second = await openStore(idbStore()).read(here)
    expect(modes()).toEqual(['readonly', 'readonly'])
    expect(second.storeId).toBe(first.storeId)
  })

  test('two that open a new database at once find one id in it', async () => {
    const both = [openStore(idbStore()), openStore(idbStore())]
    const [one, two] = await Promise.all(both.map(store => store.read(here)))
    expect(one?.storeId).toBe(two?.storeId)
  })

  test.each(['relaxed', 'strict'] as const)('they say that they are %s', async durability => {
    const store = openStore(idbStore({ durability }))
    await store.read(here)
    const { transaction } = watchPlatform()
    await store.transact(here, raising())
    expect(transaction.mock.lastCall).toEqual([['records', 'history'], 'readwrite', { durability }])
  })

  test('they say that they are relaxed unless asked otherwise', async () => {
    const store = openStore(idbStore())
    await store.read(here)
    const { transaction } = watchPlatform()
    await store.transact(here, raising())
    expect(transaction.mock.lastCall?.[2]).toEqual({ durability: 'relaxed' })
  })

  test('the commit is asked for once, and the answer waits for the end', async () => {
    const store = openStore(idbStore())
    await store.read(here)
    const { commit, lastTransaction } = watchPlatform()
    const order: string[] = []
    const answer = store
      .transact(here, state => {
        const tx = lastTransaction()
        tx.addEventListener('complete', () => order.push('complete'))
        return raising()(state)
      })
      .then(() => order.push('answered'))
    await answer
    expect(commit).toHaveBeenCalledTimes(1)
    expect(order).toEqual(['complete', 'answered'])
  })

  test('what changes nothing puts nothing', async () => {
    const store = openStore(idbStore())
    await store.read(here)
    const { put } = watchPlatform()
    await store.transact(here, () => ({ history: [], result: null }))
    await store.transactUser(() => ({ users: [], user: userOf('u1') }))
    expect(put).not.toHaveBeenCalled()
  })

  test('old runs go by one range delete for each sixteen, and never show before', async () => {
    const store = openStore(idbStore(), { historyKept: 3 })
    const platform = watchPlatform()
    const stored: number[] = []
    for (let seq = 1; seq <= 64; seq++) {
      await store.transact(here, () => ({ history: [rowOf(here.key, seq)], result: null }))
      expect((await store.history(here.key)).length).toBe(Math.min(seq, 3))
      stored.push(await countRows('leasehold'))
    }
    expect(platform.delete).toHaveBeenCalledTimes(4)
    expect(Math.max(...stored)).toBe(3 + 15)
    expect(stored.at(-1)).toBe(3)
  })

  test('a bound that was lowered trims what an older version kept', async () => {
    const many = Array.from({ length: 9 }, (_, i) => rowOf(here.key, i + 1))
    const generous = openStore(idbStore(), { historyKept: 100 })
    await generous.transact(here, () => ({ history: many, result: null }))
    const store = openStore(idbStore(), { historyKept: 2 })
    await store.transact(here, () => ({ history: [rowOf(here.key, 10)], result: null }))
    expect((await store.history(here.key)).map(row => row.seq)).toEqual([10, 9])
  })
})

test('the floor of the database is told where no record is left', async () => {
  const store = openStore(idbStore())
  const { storeId } = await store.read(here)
  const db = await openConnection('leasehold')
  const records = db.transaction('records', 'readwrite').objectStore('records')
  await resultOf(records.put({ storeId, floor: 7 }, 'meta'))
  db.close()
  expect(await store.read(here)).toMatchObject({ record: null, floor: 7, storeId })
  expect(await store.users()).toMatchObject({ floor: 7, storeId })
  await store.transact(here, raising())
  expect((await store.read(here)).floor).toBe(0)
})

async function countRows(name: string): Promise<number> {
  const db = await openConnection(name)
  const count = await resultOf(db.transaction('history').objectStore('history').count())
  db.close()
  return count
}
