// The IndexedDB store forgets a connection that was lost, and goes on with a new one.
import { forceCloseDatabase } from 'fake-indexeddb'
import { idbStore } from 'leasehold/idb'
import { describe, expect, test } from 'vitest'
import { addressOf, raising } from '../../src/testing/store-case.ts'
import { openStore } from './contexts.ts'
import {
  breakTransaction,
  closeUnderNextTransaction,
  useFakeIndexedDB,
  watchPlatform,
} from './fake-idb.ts'
import { deleteDatabase, openConnection, resultOf } from './idb-requests.ts'

useFakeIndexedDB()
const here = addressOf()

describe('opening', () => {
  test('operations that begin together share one connection', async () => {
    const { open } = watchPlatform()
    const store = openStore(idbStore())
    await Promise.all(Array.from({ length: 10 }, () => store.transact(here, raising())))
    await store.list()
    expect(open).toHaveBeenCalledTimes(1)
    expect(open).toHaveBeenCalledWith('leasehold', 1)
  })

  test('a version change closes the connection, and the next operations open it once', async () => {
    const store = openStore(idbStore())
    await store.transact(here, raising())
    const { open, close } = watchPlatform()
    await deleteDatabase('leasehold')
    expect(close).toHaveBeenCalledTimes(1)
    expect(await Promise.all([store.transact(here, raising()), store.list()])).toHaveLength(2)
    expect(open).toHaveBeenCalledTimes(1)
  })

  test('a database that was deleted while open comes back empty and with a new id', async () => {
    const store = openStore(idbStore())
    await store.transact(here, raising())
    const before = await store.read(here)
    await deleteDatabase('leasehold')
    const after = await store.read(here)
    expect(after.storeId).not.toBe(before.storeId)
    expect(after.record).toBeNull()
    expect(await store.transact(here, raising())).toBe(1)
  })

  test('a database whose rows were wiped gets a new id with the next connection', async () => {
    await openStore(idbStore()).transact(here, raising())
    const db = await openConnection('leasehold')
    await resultOf(db.transaction('records', 'readwrite').objectStore('records').clear())
    db.close()
    const [one, other] = [openStore(idbStore()), openStore(idbStore())]
    const [a, b] = await Promise.all([one.read(here), other.read(here)])
    expect([a.record, b.storeId]).toEqual([null, a.storeId])
  })

  test('a deletion that comes during the first operation does not fail it', async () => {
    const store = openStore(idbStore())
    const answer = store.transact(here, raising())
    await deleteDatabase('leasehold')
    expect(await answer).toBe(1)
  })
})

describe('losing', () => {
  test('C41 a connection that the platform closed is not tried again', async () => {
    const { open, transaction, lastDatabase } = watchPlatform()
    const store = openStore(idbStore())
    await store.transact(here, raising())
    const lost = lastDatabase()
    forceCloseDatabase(lost as never)
    transaction.mockClear()
    expect(await store.transact(here, raising())).toBe(2)
    expect(open).toHaveBeenCalledTimes(2)
    expect(transaction.mock.contexts).not.toContain(lost)
  })

  test('C41 a connection that is closing without having said so is opened again', async () => {
    const { open, lastDatabase } = watchPlatform()
    const store = openStore(idbStore())
    await store.transact(here, raising())
    lastDatabase().close()
    expect(await store.transact(here, raising())).toBe(2)
    expect(open).toHaveBeenCalledTimes(2)
  })

  test.each(['UnknownError', 'AbortError'] as const)(
    'C41 an operation that lost its connection before the commit (%s) is repeated on a new one',
    async cause => {
      const { open, lastTransaction } = watchPlatform()
      const store = openStore(idbStore())
      await store.transact(here, raising())
      let [decided, begun] = [0, 0]
      const answer = store.transact(
        here,
        state => {
          if (++decided === 1) breakTransaction(lastTransaction(), cause)
          return raising()(state)
        },
        { onBegin: () => begun++ },
      )
      expect(await answer).toBe(2)
      expect([decided, begun, open.mock.calls.length]).toEqual([2, 1, 2])
    },
  )

  test('C44 an operation that the browser forgot when it closed the connection is done on a new one', async () => {
    const store = openStore(idbStore())
    await store.transact(here, raising())
    closeUnderNextTransaction()
    expect(await store.transact(here, raising())).toBe(2)
    closeUnderNextTransaction()
    expect(await store.list()).toHaveLength(1)
  })

  test('C44 a connection that the browser closes while it is asked which database it is, is opened again', async () => {
    await openStore(idbStore()).transact(here, raising())
    closeUnderNextTransaction()
    const store = openStore(idbStore())
    const both = await Promise.all([
      store.transact(here, raising()),
      store.transact(here, raising()),
    ])
    expect(both).toEqual([2, 3])
  })

  test('an operation that loses two connections rejects, and the next one works', async () => {
    const { open, lastTransaction } = watchPlatform()
    const store = openStore(idbStore())
    await store.transact(here, raising())
    let decided = 0
    const answer = store.transact(here, state => {
      decided++
      breakTransaction(lastTransaction(), 'UnknownError')
      return raising()(state)
    })
    await expect(answer).rejects.toMatchObject({
      code: 'store-unavailable',
      details: { landed: 'no' },
      cause: { name: 'UnknownError' },
    })
    expect(decided).toBe(2)
    expect(await store.transact(here, raising())).toBe(2)
    expect(open).toHaveBeenCalledTimes(3)
  })

  test('a connection lost during the commit is not repeated, and says that it is unknown', async () => {
    const { commit, lastTransaction } = watchPlatform()
    const store = openStore(idbStore())
    await store.read(here)
    let decided = 0
    commit.mockImplementationOnce(() => breakTransaction(lastTransaction(), 'UnknownError'))
    const answer = store.transact(here, state => {
      decided++
      return raising()(state)
    })
    await expect(answer).rejects.toMatchObject({
      code: 'store-unavailable',
      details: { landed: 'unknown' },
    })
    expect(decided).toBe(1)
    expect((await store.read(here)).record).toBeNull()
  })
})
