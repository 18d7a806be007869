// The two databases of an app that the fenced cases run on.
import type { IDBPTransaction } from 'idb'
import { Dexie, type Transaction } from 'dexie'
import { inAppIdb, inDexie } from './app-databases.ts'
import type { FencedApp } from './fenced-cases.ts'
import { openConnection, resultOf } from './idb-requests.ts'

async function ids(name: string, table = 'rows'): Promise<readonly string[]> {
  const db = await openConnection(name)
  const keys = await resultOf(db.transaction(table).objectStore(table).getAllKeys())
  db.close()
  return keys as string[]
}

/** The app writes through its Dexie tables, in whatever transaction it finds itself. */
export const dexieApp: FencedApp = {
  factory: inDexie,
  put: (tx, table, id) => dexieOf(tx).table(table).put({ id }),
  async walk(tx, table) {
    let rows = 0
    await dexieOf(tx)
      .table(table)
      .each(() => void rows++)
    return rows
  },
  ids,
}

/** The database, not the transaction's tables: an app uses its own `db`, and zones must do the rest. */
function dexieOf(tx: never): Dexie {
  const { db } = tx as Transaction
  if (Dexie.currentTransaction?.db !== db) throw new Error('outside of the transaction')
  return db
}

/** The app writes through the package `idb`. */
export const idbApp: FencedApp = {
  factory: inAppIdb,
  put: async (tx, table, id) => wrapped(tx).objectStore(table).put({ id }),
  async walk(tx, table) {
    let rows = 0
    let cursor = await wrapped(tx).objectStore(table).openCursor()
    while (cursor) {
      rows++
      cursor = await cursor.continue()
    }
    return rows
  },
  ids,
}

function wrapped(tx: never): IDBPTransaction<unknown, string[], 'readwrite'> {
  return tx
}
