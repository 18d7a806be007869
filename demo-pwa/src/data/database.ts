/** Where do the data of all accounts, and the registry's own rows, lie on this device? */
import { Dexie, type Table } from 'dexie'
import { leaseholdTables } from 'leasehold/dexie'
import type { Course, Edit, Message } from './rows.ts'

/** A row with the account that it belongs to. */
export type Owned<Row> = Row & { readonly account: string }

/** The app's database. */
export type AppDatabase = Dexie & {
  readonly courses: Table<Owned<Course>, [string, string]>
  readonly messages: Table<Owned<Message>, [string, string]>
  readonly outbox: Table<Owned<Edit>, number>
}

/** The data of one account: every query begins with it, so that none can mix two. */
export interface AccountData {
  readonly account: string
  readonly database: AppDatabase
}

/** The tables that a sync writes. */
export const syncedTables = ['courses', 'messages', 'outbox'] as const

/** Opens the database with the first use of it. */
export function createDatabase(): AppDatabase {
  const database = new Dexie('coursebook') as AppDatabase
  database.version(1).stores({
    courses: '[account+id], account',
    messages: '[account+id], [account+createdAt]',
    outbox: '++seq, &id, [account+collection]',
    // The registry's rows lie beside the app's, so that a page and its cursor land together.
    ...leaseholdTables,
  })
  return database
}
