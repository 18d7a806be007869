/** How does a page of the server's changes get into the database? */
import { Dexie } from 'dexie'
import type { AccountData, Owned } from './database.ts'
import { editsOf, keptRows } from './outbox.ts'
import type { Collection, Row } from './rows.ts'

/** A row as the server sends it, or the news that it is gone. */
export type RemoteRow = Row | { readonly id: string; readonly deleted: true }

/**
 * Writes a page, in the transaction that the caller is in. A row with an edit in the outbox is left
 * as it is: the edit is newer, and comes back with a later page once it was pushed. The first page
 * of all takes the place of what this device has: of what the server does not have it never tells.
 */
export async function applyPage(
  data: AccountData,
  collection: Collection,
  page: readonly RemoteRow[],
  isFirst: boolean,
): Promise<void> {
  const { account, database } = data
  const rows = database.table<Owned<Row>, [string, string]>(collection)
  const edited = new Set((await editsOf(data, collection)).map(edit => edit.entityId))
  const free = page.filter(row => !edited.has(row.id))
  if (isFirst) await rows.bulkDelete(await staleRows(data, collection))
  await rows.bulkPut(free.filter(isRow).map(row => ({ ...row, account })))
  await rows.bulkDelete(free.filter(row => !isRow(row)).map(row => [account, row.id]))
}

/** The rows that no edit in the outbox stands for. */
async function staleRows(data: AccountData, collection: Collection): Promise<[string, string][]> {
  const { account, database } = data
  const rows = database.table<Owned<Row>, [string, string]>(collection)
  const kept = new Set(await keptRows(data, collection))
  const keys = await rows
    .where('[account+id]')
    .between([account, Dexie.minKey], [account, Dexie.maxKey])
    .primaryKeys()
  return keys.filter(([, id]) => !kept.has(id))
}

function isRow(row: RemoteRow): row is Row {
  return !('deleted' in row)
}
