/** Where the registry's rows lie in a database of the app. */
import { RegistryError } from '../model/error.ts'
import type { StoreNames } from './idb-rows.ts'

/** The registry's object stores in an app's database. */
export const appNames: StoreNames = { records: 'leaseholdRecords', history: 'leaseholdHistory' }

/** Throws `missing-tables` unless the database has them all; `remedy` says how they get there. */
export function assertTables(
  database: string,
  existing: Iterable<string>,
  needed: readonly string[],
  remedy: string,
): void {
  const found = new Set(existing)
  const missing = needed.filter(name => !found.has(name))
  if (missing.length === 0) return
  throw new RegistryError(
    'missing-tables',
    `The database '${database}' must have the tables ${needed.join(', ')}, but lacks ${missing.join(', ')}. ${remedy}`,
    { database, missing },
  )
}

/** The registry's own tables. */
export const ownTables: readonly string[] = [appNames.records, appNames.history]
