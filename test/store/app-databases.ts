// Stores in databases of an app, one app database for each name that a contract case gives.
import { Dexie } from 'dexie'
import { openDB } from 'idb'
import type { StoreFactory } from '../../src/port/store.ts'
import { dexieStore, leaseholdTables } from '../../src/store/dexie.ts'
import { appIdbStore, createLeaseholdStores } from '../../src/store/idb-app.ts'

/** An app's Dexie database with a table of its own and the registry's. */
export function appDexie(name: string): Dexie {
  const db = new Dexie(name, { indexedDB, IDBKeyRange })
  db.version(1).stores({ rows: 'id', others: 'id', ...leaseholdTables })
  // As Dexie does by itself, but without its warning.
  db.on('versionchange', () => {
    db.close({ disableAutoOpen: false })
    return false
  })
  return db
}

/** A store for each name, in a Dexie database of that name. */
export const inDexie: StoreFactory = context => dexieStore(appDexie(context.name))(context)

/** Opens an app's database with a store of its own and the registry's. */
export function openApp(name: string) {
  return openDB(name, 1, {
    upgrade(db) {
      db.createObjectStore('rows', { keyPath: 'id' })
      db.createObjectStore('others', { keyPath: 'id' })
      createLeaseholdStores(db)
    },
    blocking(_current, _blocked, event) {
      const opened = event.target as IDBDatabase
      opened.close()
    },
  })
}

/** A store for each name, in an app's IndexedDB database of that name. */
export const inAppIdb: StoreFactory = context => appIdbStore(() => openApp(context.name))(context)
