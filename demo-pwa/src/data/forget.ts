/** How does an account's data leave this device? */
import { Dexie } from 'dexie'
import type { AccountData } from './database.ts'

/** Deletes all rows of the account, edits that were not sent among them. */
export async function forgetRows({ account, database }: AccountData): Promise<void> {
  const { courses, messages, outbox } = database
  const own = [[account, Dexie.minKey] as const, [account, Dexie.maxKey] as const] as const
  await database.transaction('rw', courses, messages, outbox, async () => {
    await courses
      .where('[account+id]')
      .between(...own)
      .delete()
    await messages
      .where('[account+id]')
      .between(...own)
      .delete()
    await outbox
      .where('[account+collection]')
      .between(...own)
      .delete()
  })
}
