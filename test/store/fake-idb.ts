// IndexedDB in Node: a fresh, empty one for each test, and hands on what goes on inside of it.
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, vi } from 'vitest'

/** Why a transaction ends by itself; `null`: the platform gives no reason. */
type Cause = 'QuotaExceededError' | 'UnknownError' | 'AbortError' | null

/** Gives each test of the calling file an IndexedDB without databases, and undoes its spies. */
export function useFakeIndexedDB(): void {
  beforeEach(() => {
    globalThis.indexedDB = new IDBFactory()
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
}

/** What the platform was asked for since the call, and by whom last. */
export function watchPlatform() {
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
  return {
    lastDatabase: () => transaction.mock.contexts.at(-1) as IDBDatabase,
    lastTransaction: () => transaction.mock.results.at(-1)?.value as IDBTransaction,
    transaction,
    open: vi.spyOn(IDBFactory.prototype, 'open'),
    commit: vi.spyOn(IDBTransaction.prototype, 'commit'),
    close: vi.spyOn(IDBDatabase.prototype, 'close'),
    put: vi.spyOn(IDBObjectStore.prototype, 'put'),
    delete: vi.spyOn(IDBObjectStore.prototype, 'delete'),
  }
}

/** Ends a transaction as the platform does when something breaks underneath. */
export function breakTransaction(tx: IDBTransaction, cause: Cause): void {
  const abort = Reflect.get(tx, '_abort') as (cause: Cause) => void
  abort.call(tx, cause)
}

/**
 * The browser closes the connection just as the next transaction begins, and never tells that one how it
 * ended: seen in Chromium when the data of a site is cleared.
 */
export function closeUnderNextTransaction(): void {
  const { transaction } = IDBDatabase.prototype
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(function (
    this: IDBDatabase,
    ...given
  ) {
    const tx = transaction.apply(this, given)
    Reflect.set(tx, '_start', () => undefined)
    queueMicrotask(() => {
      Reflect.set(this, '_closePending', true)
      const phases = { NONE: 0, CAPTURING_PHASE: 1, AT_TARGET: 2, BUBBLING_PHASE: 3 }
      const event = { type: 'close', eventPath: [], initialized: true, ...phases }
      this.dispatchEvent(event as unknown as Event)
    })
    return tx
  })
}
