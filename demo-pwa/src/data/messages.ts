/** Which messages does an account have? */
import { Dexie } from 'dexie'
import type { AccountData } from './database.ts'
import type { Message } from './rows.ts'

/** All of them, the newest first. */
export function newestFirst({ account, database }: AccountData): Promise<Message[]> {
  return database.messages
    .where('[account+createdAt]')
    .between([account, Dexie.minKey], [account, Dexie.maxKey])
    .reverse()
    .toArray()
}
