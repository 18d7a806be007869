/** The registry in a Dexie database, Dexie included. */
import { Dexie } from 'dexie'
import { dexieStore, leaseholdTables } from 'leasehold/dexie'
import { openRegistry } from './registry.ts'

/** See `StartUpModule`. */
export function open(): Promise<() => Promise<void>> {
  const db = new Dexie('startup-dexie')
  db.version(1).stores({ ...leaseholdTables })
  return openRegistry('startup-dexie', dexieStore(db))
}
