// The IndexedDB store turns each fault of the platform into a typed error, and works when it is over.
import { idbStore } from 'leasehold/idb'
import { describe, expect, test, vi } from 'vitest'
import { addressOf, raising } from '../../src/testing/store-case.ts'
import { openStore } from './contexts.ts'
import { breakTransaction, useFakeIndexedDB, watchPlatform } from './fake-idb.ts'
import { holdTransaction } from './idb-requests.ts'

useFakeIndexedDB()
const here = addressOf()

describe('a transaction that the platform aborts', () => {
  test.each(['QuotaExceededError', null] as const)(
    'C42 rejects with store-failed (%s), writes nothing, and the next one works',
    async cause => {
      const { open, lastTransaction } = watchPlatform()
      const store = openStore(idbStore())
      await store.transact(here, raising())
      const answer = store.transact(here, state => {
        queueMicrotask(() => breakTransaction(lastTransaction(), cause))
        return raising()(state)
      })
      await expect(answer).rejects.toMatchObject({
        name: 'RegistryError',
        code: 'store-failed',
        details: { landed: 'no' },
        ...(cause && { cause: { name: cause } }),
      })
      expect(await store.transact(here, raising())).toBe(2)
      expect(open).toHaveBeenCalledTimes(1)
    },
  )

  test('a request that fails rejects with store-failed and its cause', async () => {
    const store = openStore(idbStore())
    await store.transact(here, raising())
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(function (
      this: IDBObjectStore,
      value: unknown,
      key?: IDBValidKey,
    ) {
      return this.add(value, key)
    })
    await expect(store.transact(here, raising())).rejects.toMatchObject({
      code: 'store-failed',
      cause: { name: 'ConstraintError' },
    })
    expect((await store.read(here)).record?.version).toBe(1)
  })
})

describe('an operation that waits behind another transaction', () => {
  test('has not begun, and ends with its signal', async () => {
    const store = openStore(idbStore())
    await store.transact(here, raising())
    const held = await holdTransaction('leasehold')
    const controller = new AbortController()
    let begun = 0
    const answer = store.transact(here, raising(), {
      signal: controller.signal,
      onBegin: () => begun++,
    })
    await held.turn()
    controller.abort(new Error('given up'))
    await expect(answer).rejects.toThrow('given up')
    expect(begun).toBe(0)
    await held.end()
    expect(await store.transact(here, raising())).toBe(2)
  })
})
