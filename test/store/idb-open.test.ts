// The IndexedDB store says when its database does not open, and goes on asking for it.
import { idbStore } from 'leasehold/idb'
import { describe, expect, test } from 'vitest'
import { addressOf, raising } from '../../src/testing/store-case.ts'
import { openStore } from './contexts.ts'
import { useFakeIndexedDB, watchPlatform } from './fake-idb.ts'
import { deleteDatabase, openConnection } from './idb-requests.ts'

useFakeIndexedDB()
const here = addressOf()

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
    await deleteDatabase('leasehold')
    expect((await store.read(here)).record).toBeNull()
  })

  test('lets go of an operation whose signal is aborted', async () => {
    const { open } = watchPlatform()
    open.mockImplementationOnce(() => new IDBOpenDBRequest())
    const controller = new AbortController()
    const answer = openStore(idbStore()).read(here, { signal: controller.signal })
    controller.abort(new Error('given up'))
    await expect(answer).rejects.toThrow('given up')
  })

  test('C40 is asked for once more by an operation that comes later, for all who wait', async () => {
    const { open } = watchPlatform()
    open.mockImplementationOnce(() => new IDBOpenDBRequest())
    let clock = 0
    const store = openStore(idbStore(), { now: () => clock })
    const early = [store.transact(here, raising()), store.transact(here, raising())]
    clock = 4_999
    early.push(store.transact(here, raising()))
    expect(open).toHaveBeenCalledTimes(1)
    clock = 5_000
    const late = store.transact(here, raising())
    expect(open).toHaveBeenCalledTimes(2)
    expect(await Promise.all([...early, late])).toEqual([1, 2, 3, 4])
  })

  test('is used once when it answers twice', async () => {
    const other = await openConnection('leasehold')
    const deleted = deleteDatabase('leasehold')
    let clock = 0
    const store = openStore(idbStore(), { now: () => clock })
    const early = store.transact(here, raising())
    clock = 5_000
    const late = store.transact(here, raising())
    const { close } = watchPlatform()
    other.close()
    await deleted
    expect(await Promise.all([early, late])).toEqual([1, 2])
    await store.close()
    const closed = new Set(close.mock.contexts)
    closed.delete(other)
    expect(closed.size).toBe(2)
  })

  test('fails an operation only when the newest attempt failed', async () => {
    const newer = await openConnection('newer', 2)
    const failing = indexedDB.open(newer.name, 1)
    watchPlatform().open.mockImplementationOnce(() => failing)
    let clock = 0
    const store = openStore(idbStore(), { now: () => clock })
    const early = store.transact(here, raising())
    clock = 5_000
    const late = store.transact(here, raising())
    expect(await Promise.all([early, late])).toEqual([1, 2])
    expect(failing.error?.name).toBe('VersionError')
  })
})
