/** Where does an account's data lie on this device? */
import { Dexie, type Table } from 'dexie'
import type { Course, Edit, Message } from './rows.ts'

/** The highest fence that wrote to a collection. */
export interface FenceRow {
  readonly collection: string
  readonly fence: number
}

/** One account's database. */
export type AccountDatabase = Dexie & {
  readonly courses: Table<Course, string>
  readonly messages: Table<Message, string>
  readonly outbox: Table<Edit, number>
  readonly fences: Table<FenceRow, string>
}

/** Opens an account's database; the same object for the same account. */
export type OpenAccount = (account: string) => AccountDatabase

/** Makes the opener. Each account has a database of its own, so that no query can mix two. */
export function createAccountOpener(): OpenAccount {
  const opened = new Map<string, AccountDatabase>()
  return account => {
    const known = opened.get(account) ?? openDatabase(account)
    opened.set(account, known)
    return known
  }
}

function openDatabase(account: string): AccountDatabase {
  const database = new Dexie(`coursebook:${account}`) as AccountDatabase
  database.version(1).stores({
    courses: 'id',
    messages: 'id, createdAt',
    outbox: '++seq, &id, collection',
    fences: 'collection',
  })
  return database
}
