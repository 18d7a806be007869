/** Where does the page keep the rows of its application? */
import { openDB, type IDBPDatabase } from 'idb'
import { createLeaseholdStores } from 'leasehold/idb'
import type { Row } from './window.ts'

/** The object store of the rows. */
export const rowsTable = 'rows'

/** The application's database, and in it what the registry keeps there when it is told to. */
export function openApp(): Promise<IDBPDatabase> {
  return openDB('app', 1, {
    upgrade(db) {
      db.createObjectStore(rowsTable, { keyPath: 'part' })
      createLeaseholdStores(db)
    },
    // Another version of the page, or somebody who clears the site's data.
    blocking: (_from, _to, event) => (event.target as IDBDatabase).close(),
  })
}

/** Writes a row; one of the same part is replaced. */
export async function putRow(row: Row): Promise<void> {
  await inApp(db => db.put(rowsTable, row))
}

/** All rows, by part. */
export function allRows(): Promise<readonly Row[]> {
  return inApp(db => db.getAll(rowsTable) as Promise<readonly Row[]>)
}

async function inApp<T>(work: (db: IDBPDatabase) => Promise<T>): Promise<T> {
  const db = await openApp()
  try {
    return await work(db)
  } finally {
    db.close()
  }
}
