/** How the database is opened: the one place that knows the package `idb`. */
import { openDB, unwrap } from 'idb'
import { RegistryError } from '../model/error.ts'
import type { StoreNames } from './idb-rows.ts'
import { createStores } from './idb-schema.ts'
import { describe } from './idb-transaction.ts'

/**
 * Opens the database, and makes it where there is none. `onLost` is called when the connection is
 * to be closed for somebody else (who deletes the database, say), or was closed by the platform.
 * Rejects with `store-unavailable`.
 */
export async function openDatabase(
  name: string,
  names: StoreNames,
  onLost: (db: IDBDatabase) => void,
): Promise<IDBDatabase> {
  try {
    if (typeof indexedDB === 'undefined') throw new Error('indexedDB is not defined here')
    // The version never changes: each record carries its own, so that old and new agents share it.
    const db = unwrap(
      await openDB(name, 1, {
        upgrade(created, _from, _to, tx) {
          // The package promises this transaction's end to whoever asks; nobody does, and a full disk aborts it.
          tx.done.catch(() => undefined)
          createStores(unwrap(created), names)
        },
        blocking: () => onLost(db),
        terminated: () => onLost(db),
      }),
    )
    return db
  } catch (error) {
    throw new RegistryError(
      'store-unavailable',
      `The database '${name}' must open, but it did not (${describe(error)}). The next operation tries again; where there is no IndexedDB, pass createTaskRegistry({ store: memoryStore() }) from 'leasehold/memory', whose records end with the page.`,
      { name },
      error,
    )
  }
}
