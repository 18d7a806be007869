// The IndexedDB store turns each fault of the platform into a typed error, and works when it is over.
import { idbStore } from 'leasehold/idb'
import { describe, expect, test, vi } from 'vitest'
import { addressOf, raising } from '../../src/testing/store-case.ts'
import { openStore } from './contexts.ts'
import {
  breakTransaction,
  openConnection,
  resultOf,
  useFakeIndexedDB,
  watchPlatform,
} from './fake-idb.ts'

useFakeIndexedDB()
const here = addressOf()

describe('a transaction that the platform aborts', () => {
  test.each(['QuotaExceededError', null] as const)(
    'rejects with store-failed (%s), writes nothing, and the next one works',
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

describe('a database that does not open', () => {
  test('rejects with store-unavailable and its cause, and the next operation opens it', async () => {
    const { open } = watchPlatform()
    open.mockImplementationOnce(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    const store = openStore(idbStore())
    const answers = [store.transact(here, raising()), store.read(here)]
    for (const answer of await Promise.allSettled(answers)) {
      expect(answer).toMatchObject({
        status: 'rejected',
        reason: { code: 'store-unavailable', cause: { name: 'SecurityError' } },
      })
    }
    expect(await store.transact(here, raising())).toBe(1)
  })

  test('rejects when somebody raised its version', async () => {
    const store = openStore(idbStore())
    await store.transact(here, raising())
    const newer = await openConnection('leasehold', 2)
    await expect(store.read(here)).rejects.toMatchObject({
      code: 'store-unavailable',
      cause: { name: 'VersionError' },
    })
    newer.close()
  })

  test('rejects when another application owns it, and leaves it alone', async () => {
    const foreign = await openConnection('leasehold', 1)
    foreign.close()
    const store = openStore(idbStore())
    await expect(store.read(here)).rejects.toMatchObject({
      code: 'store-unavailable',
      cause: { name: 'NotFoundError' },
    })
    await resultOf(indexedDB.deleteDatabase('leasehold'))
    expect((await store.read(here)).record).toBeNull()
  })

  test('is given up with the signal when it never answers, and opened anew by the next', async () => {
    const { open } = watchPlatform()
    open.mockImplementationOnce(() => new IDBOpenDBRequest())
    const store = openStore(idbStore())
    const controller = new AbortController()
    const answer = store.transact(here, raising(), { signal: controller.signal })
    controller.abort(new Error('given up'))
    await expect(answer).rejects.toThrow('given up')
    expect(await store.transact(here, raising())).toBe(1)
  })

  test('is closed when it answers after it was given up', async () => {
    const other = await openConnection('leasehold')
    const deleted = resultOf(indexedDB.deleteDatabase('leasehold'))
    const store = openStore(idbStore())
    const controller = new AbortController()
    const given = store.transact(here, raising(), { signal: controller.signal })
    const patient = store.transact(here, raising())
    controller.abort(new Error('given up'))
    await expect(given).rejects.toThrow('given up')
    const next = store.transact(here, raising())
    const { close } = watchPlatform()
    other.close()
    await deleted
    expect(new Set(await Promise.all([patient, next]))).toEqual(new Set([1, 2]))
    const closed = () => new Set(close.mock.contexts).size
    expect(closed()).toBe(2)
    await store.close()
    expect(closed()).toBe(3)
  })
})

describe('an operation that waits behind another transaction', () => {
  test('has not begun, and ends with its signal', async () => {
    const store = openStore(idbStore())
    await store.transact(here, raising())
    const other = await openConnection('leasehold')
    const held = holdTransaction(other)
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

/** A transaction of somebody else that stays alive until it is ended. */
function holdTransaction(db: IDBDatabase) {
  const tx = db.transaction('records', 'readwrite')
  const ended = new Promise<void>(resolve => (tx.oncomplete = () => resolve()))
  const turns: (() => void)[] = []
  let holding = true
  const hold = (): void => {
    for (const resolve of turns.splice(0)) resolve()
    if (holding) tx.objectStore('records').get('none').onsuccess = hold
  }
  hold()
  return {
    /** Resolves when the transaction has made one more request. */
    turn: () => new Promise<void>(resolve => turns.push(resolve)),
    end() {
      holding = false
      return ended
    },
  }
}
