/** How does a page of the server's changes get into the database? */
import type { AccountDatabase } from './database.ts'
import { type Fenced, raiseFence } from './fence.ts'
import { editsOf } from './outbox.ts'
import type { Collection, Row } from './rows.ts'

/** A row as the server sends it, or the news that it is gone. */
export type RemoteRow = Row | { readonly id: string; readonly deleted: true }

/**
 * Writes a page; writing it twice changes nothing. A row with an edit in the outbox is left as it
 * is: the edit is newer, and comes back with a later page once it was pushed.
 */
export async function applyPage(
  database: AccountDatabase,
  collection: Collection,
  page: readonly RemoteRow[],
  run: Fenced,
): Promise<void> {
  const rows = database.table<Row, string>(collection)
  await database.transaction('rw', rows, database.outbox, database.fences, async () => {
    await raiseFence(database, collection, run)
    const edited = new Set((await editsOf(database, collection)).map(edit => edit.entityId))
    const free = page.filter(row => !edited.has(row.id))
    await rows.bulkPut(free.filter(isRow))
    await rows.bulkDelete(free.filter(row => !isRow(row)).map(row => row.id))
  })
}

function isRow(row: RemoteRow): row is Row {
  return !('deleted' in row)
}
