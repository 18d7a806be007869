/** How does a database get as many rows as that of somebody who has used an app for years? */
import * as schema from '../../src/store/idb-schema.ts'
import type { HistoryRow } from '../../src/model/history-row.ts'
import type { TaskRecord } from '../../src/model/record.ts'

/** A database, and its two object stores. */
export interface DatabaseNames {
  readonly name: string
  readonly records: string
  readonly history: string
}

/** How many rows. */
export interface Amount {
  /** Records besides those that are there. */
  readonly keys: number
  /** Rows of history, fifty for each of other keys. */
  readonly history: number
}

const rowsOfKey = 50

/** Copies of the record and the finished run that are there, under other keys, in one transaction. */
export async function fillDatabase(names: DatabaseNames, { keys, history }: Amount): Promise<void> {
  const db = await openExisting(names.name)
  try {
    await new Promise<void>((resolve, reject) => {
      const tx = db.transaction([names.records, names.history], 'readwrite')
      tx.oncomplete = () => resolve()
      tx.onabort = () => reject(tx.error ?? new Error('the transaction was aborted'))
      const records = tx.objectStore(names.records)
      const finished = tx.objectStore(names.history)
      schema.getRecords(records).onsuccess = event => {
        const [record] = resultOf(event) as readonly TaskRecord[]
        if (!record) throw new Error('expected a record to copy, found none')
        for (let n = 0; n < keys; n += 1) {
          const key = `u1|filled-${n}`
          schema.putRecord(records, key, { ...record, key, scope: `filled-${n}` })
        }
        schema.getHistory(finished, record.key).onsuccess = asked => {
          const [row] = resultOf(asked) as readonly HistoryRow[]
          if (!row) throw new Error('expected a finished run to copy, found none')
          for (let n = 0; n < history; n += 1) {
            finished.put({
              ...row,
              key: `u1|filled-${Math.floor(n / rowsOfKey)}`,
              seq: (n % rowsOfKey) + 1,
            })
          }
        }
      }
    })
  } finally {
    db.close()
  }
}

function openExisting(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the database did not open'))
  })
}

function resultOf({ target }: Event): unknown {
  return (target as IDBRequest).result
}
