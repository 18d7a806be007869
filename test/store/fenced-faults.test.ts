// What breaks during a write of the app: the write is not made twice, and the store goes on.
import { type IDBPTransaction, unwrap } from 'idb'
import { RegistryError } from 'leasehold'
import { expect, test } from 'vitest'
import { addressOf, raising } from '../../src/testing/store-case.ts'
import { inAppIdb, inDexie } from './app-databases.ts'
import { openStore } from './contexts.ts'
import { breakTransaction, useFakeIndexedDB, watchPlatform } from './fake-idb.ts'
import { dexieApp, idbApp } from './fenced-apps.ts'
import { fencedOf } from './fenced-cases.ts'

useFakeIndexedDB()
const here = addressOf()

const stores = [
  ['dexie', inDexie, dexieApp],
  ['idb', inAppIdb, idbApp],
] as const

test.each(stores)(
  '%s: a connection that is lost during a write calls it once',
  async (_, factory, app) => {
    const store = openStore(factory, { name: 'lost' })
    await store.transact(here, raising())
    let called = 0
    const error = await fencedOf(store)
      .transact(here, raising(), {
        tables: ['rows'],
        async write(tx) {
          called++
          await app.put(tx, 'rows', 'a')
          breakTransaction(nativeOf(tx), 'UnknownError')
          await app.put(tx, 'rows', 'b')
        },
      })
      .catch((thrown: unknown) => thrown)
    expect([called, error instanceof RegistryError || String(error)]).toEqual([1, true])
    expect(error).toMatchObject({ code: 'store-unavailable', details: { landed: 'no' } })
    expect(await app.ids('lost')).toEqual([])
    expect(await store.transact(here, raising())).toBe(2)
  },
)

test.each(stores)(
  '%s: a connection that was closed before is opened anew, once',
  async (_, factory, app) => {
    const store = openStore(factory, { name: 'closed' })
    await store.transact(here, raising())
    const { transaction, lastDatabase } = watchPlatform()
    await store.read(here)
    lastDatabase().close()
    transaction.mockClear()
    let called = 0
    const answer = fencedOf(store).transact(here, raising(), {
      tables: ['rows'],
      write(tx) {
        called++
        return app.put(tx, 'rows', 'a')
      },
    })
    expect([await answer, called]).toEqual([2, 1])
    expect(await app.ids('closed')).toEqual(['a'])
  },
)

function nativeOf(tx: never): IDBTransaction {
  const { idbtrans } = tx as { readonly idbtrans?: IDBTransaction }
  return idbtrans ?? unwrap(tx as IDBPTransaction)
}
