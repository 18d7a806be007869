// A registry in the app's Dexie database lives with whatever the app does to it.
import { Dexie } from 'dexie'
import { createTaskRegistry, RegistryError } from 'leasehold'
import { defineTask, dexieStore, leaseholdTables } from 'leasehold/dexie'
import { appIdbStore, idbStore } from 'leasehold/idb'
import { createMemory, memoryStore } from 'leasehold/memory'
import { openDB } from 'idb'
import { expect, onTestFinished, test } from 'vitest'
import { addressOf, raising } from '../../src/testing/store-case.ts'
import { thrownBy } from '../registry/build.ts'
import { appDexie, openApp } from '../store/app-databases.ts'
import { openStore } from '../store/contexts.ts'
import { useFakeIndexedDB } from '../store/fake-idb.ts'
import { fencedOf } from '../store/fenced-cases.ts'

useFakeIndexedDB()
const here = addressOf()

function fake(name: string): Dexie {
  const db = new Dexie(name, { indexedDB, IDBKeyRange })
  onTestFinished(() => db.close())
  return db
}

test('a schema without the registry’s tables is refused at once, with the line to write', () => {
  const db = fake('app')
  db.version(1).stores({ rows: 'id' })
  const create = (): unknown => createTaskRegistry({ store: dexieStore(db) })
  expect(create).toThrow(RegistryError)
  expect(create).toThrow(/leaseholdRecords.*leaseholdTables/)
})

test('a database that turns out to lack them is told by every operation, until it has them', async () => {
  const name = 'grown'
  const old = await openDB(name, 1, { upgrade: db => void db.createObjectStore('rows') })
  old.close()
  const store = openStore(dexieStore(fake(name)))
  await expect(store.read(here)).rejects.toMatchObject({ code: 'missing-tables' })
  const inIdb = openStore(appIdbStore(() => openDB(name)))
  await expect(inIdb.read(here)).rejects.toThrow(/createLeaseholdStores/)
})

test('the tables join a database that has data, and its own upgrade runs as ever', async () => {
  const first = fake('upgraded')
  first.version(1).stores({ rows: 'id' })
  await first.table('rows').put({ id: 'a' })
  first.close()
  const second = fake('upgraded')
  second.version(1).stores({ rows: 'id' })
  second
    .version(2)
    .stores({ rows: 'id, size', ...leaseholdTables })
    .upgrade(tx => tx.table('rows').toCollection().modify({ size: 1 }))
  const store = openStore(dexieStore(second))
  expect(await store.transact(here, raising())).toBe(1)
  expect(await second.table('rows').toArray()).toEqual([{ id: 'a', size: 1 }])
})

test('an upgrade by a newer page keeps the registry’s rows; the older page goes on', async () => {
  const old = appDexie('two-pages')
  old.on('versionchange', () => {
    old.close({ disableAutoOpen: false })
    return false
  })
  onTestFinished(() => old.close())
  const store = openStore(dexieStore(old))
  await store.transact(here, raising())
  const { storeId } = await store.read(here)
  const newer = fake('two-pages')
  newer.version(1).stores({ rows: 'id', others: 'id', ...leaseholdTables })
  newer.version(2).stores({ more: 'id' })
  const newerStore = openStore(dexieStore(newer))
  expect(await newerStore.transact(here, raising())).toBe(2)
  expect((await newerStore.read(here)).storeId).toBe(storeId)
  expect(await store.transact(here, raising())).toBe(3)
  expect(
    await fencedOf(store).transact(here, raising(), {
      tables: ['rows'],
      write: () => old.table('rows').put({ id: 'a' }),
    }),
  ).toBe(4)
  expect(await newer.table('rows').count()).toBe(1)
})

test('a database that the app has closed is left closed, and taken up when the app opens it', async () => {
  const db = appDexie('closed')
  onTestFinished(() => db.close())
  const store = openStore(dexieStore(db))
  await store.transact(here, raising())
  db.close()
  await expect(store.read(here)).rejects.toMatchObject({ code: 'store-unavailable' })
  expect(db.isOpen()).toBe(false)
  await db.open()
  expect(await store.transact(here, raising())).toBe(2)
})

test('a database that was deleted and made anew has another store id', async () => {
  const db = appDexie('deleted')
  onTestFinished(() => db.close())
  const store = openStore(dexieStore(db))
  await store.transact(here, raising())
  const before = await store.read(here)
  await db.delete({ disableAutoOpen: false })
  const after = await store.read(here)
  expect([after.record, after.storeId === before.storeId]).toEqual([null, false])
})

test('closing the registry leaves the app’s database open', async () => {
  const db = appDexie('left-open')
  onTestFinished(() => db.close())
  const opened = await openApp('left-open-too')
  onTestFinished(() => opened.close())
  for (const factory of [dexieStore(db), appIdbStore(() => Promise.resolve(opened))]) {
    const store = openStore(factory)
    await store.transact(here, raising())
    await store.close()
  }
  expect(db.isOpen()).toBe(true)
  await opened.put('rows', { id: 'a' })
})

test('a task without tables, or with an unknown option, is refused', () => {
  const run = () => undefined
  expect(() => defineTask({ scope: 'a', tables: [], run })).toThrow(/at least one/)
  expect(() => defineTask({ scope: 'a', run } as never)).toThrow(/'tables' must name/)
  expect(() => defineTask({ scope: 'a', tables: ['rows'], run, other: 1 } as never)).toThrow(
    /other/,
  )
})

test.each<readonly [string, (options: never) => unknown]>([
  ['idbStore()', options => idbStore(options)],
  ['appIdbStore()', options => appIdbStore(() => openDB('app'), options)],
  ['dexieStore()', options => dexieStore(fake('app'), options)],
  ['memoryStore()', options => memoryStore(createMemory(), options)],
  ['memoryStore()', options => memoryStore(options)],
])(
  '%s refuses, at the call, an option that it does not know and a durability that is none',
  (name, make) => {
    for (const options of [{ durabilty: 'strict' }, { durability: 'strickt' }]) {
      const thrown = thrownBy(() => make(options as never))
      expect(thrown).toMatchObject({ code: 'invalid-option' })
      expect((thrown as Error).message).toContain(name)
    }
  },
)
