// The stores in an app's own database keep their promises on a real IndexedDB.
import { afterEach, describe, expect, test } from 'vitest'
import { addressOf, raising } from '../../src/testing/store-case.ts'
import { storeCases } from '../../src/testing/store-cases.ts'
import { inAppIdb, inDexie } from '../store/app-databases.ts'
import { dexieApp, idbApp } from '../store/fenced-apps.ts'
import { fencedCases, fencedOf } from '../store/fenced-cases.ts'
import { deleteDatabase } from '../store/idb-requests.ts'

afterEach(async () => {
  const databases = await indexedDB.databases()
  await Promise.all(databases.map(({ name = '' }) => deleteDatabase(name)))
})

describe.each([
  ['dexie', inDexie],
  ['idb', inAppIdb],
])('contract, %s', (_, factory) => {
  test.each(storeCases)('$name', ({ run }) => run(factory, `case-${crypto.randomUUID()}`))
})

describe.each([
  ['dexie', dexieApp],
  ['idb', idbApp],
])('fenced writes, %s', (_, app) => {
  test.each(fencedCases)('$name', ({ run }) => run(app, `case-${crypto.randomUUID()}`))
})

describe.each([
  ['dexie', dexieApp],
  ['idb', idbApp],
])('a foreign await of one task, %s', (_, app) => {
  test.each(['before the first row', 'between rows', 'after the last row'])('%s', async moment => {
    const name = `case-${crypto.randomUUID()}`
    const context = { name, now: Date.now, id: () => crypto.randomUUID(), historyKept: 3 }
    const store = app.factory(context)
    const error = await fencedOf(store)
      .transact(addressOf(), raising(), {
        tables: ['rows'],
        async write(tx) {
          if (moment === 'before the first row') await oneTask()
          await app.put(tx, 'rows', 'a')
          if (moment === 'between rows') await oneTask()
          await app.put(tx, 'rows', 'b')
          if (moment === 'after the last row') await oneTask()
        },
      })
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'foreign-await' })
    expect((await store.read(addressOf())).record).toBeNull()
    expect(await app.ids(name)).toEqual([])
    await store.close()
  })
})

/** Shorter than any answer of a server. */
function oneTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise(resolve => {
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
