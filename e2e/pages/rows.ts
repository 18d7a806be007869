/** Where does the page keep the rows of its application? */
import type { Row } from './window.ts'

const store = 'rows'

/** Writes a row; one of the same part is replaced. */
export function putRow(row: Row): Promise<void> {
  return inStore('readwrite', rows => rows.put(row)).then(() => undefined)
}

/** All rows, by part. */
export function allRows(): Promise<readonly Row[]> {
  return inStore<readonly Row[]>('readonly', rows => rows.getAll())
}

function inStore<T>(
  mode: IDBTransactionMode,
  ask: (rows: IDBObjectStore) => IDBRequest<T> | IDBRequest,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('app')
    opening.onerror = () => reject(new Error('the database cannot be opened'))
    opening.onupgradeneeded = () => opening.result.createObjectStore(store, { keyPath: 'part' })
    opening.onsuccess = () => {
      const db = opening.result
      db.onversionchange = () => db.close()
      const transaction = db.transaction(store, mode)
      const asked = ask(transaction.objectStore(store))
      transaction.oncomplete = () => {
        db.close()
        resolve(asked.result as T)
      }
      transaction.onabort = () => reject(new Error('the transaction was aborted'))
    }
  })
}
