/** How does a page of the server's changes get into the database? */
import type { AccountData, Owned } from './database.ts'
import { editsOf } from './outbox.ts'
import type { Collection, Row } from './rows.ts'

/** A row as the server sends it, or the news that it is gone. */
export type RemoteRow = Row | { readonly id: string; readonly deleted: true }

/**
 * Writes a page, in the transaction that the caller is in. A row with an edit in the outbox is left
 * as it is: the edit is newer, and comes back with a later page once it was pushed.
 */
export async function applyPage(
  data: AccountData,
  collection: Collection,
  page: readonly RemoteRow[],
): Promise<void> {
  const { account, database } = data
  const rows = database.table<Owned<Row>, [string, string]>(collection)
  const edited = new Set((await editsOf(data, collection)).map(edit => edit.entityId))
  const free = page.filter(row => !edited.has(row.id))
  await rows.bulkPut(free.filter(isRow).map(row => ({ ...row, account })))
  await rows.bulkDelete(free.filter(row => !isRow(row)).map(row => [account, row.id]))
}

function isRow(row: RemoteRow): row is Row {
  return !('deleted' in row)
}
