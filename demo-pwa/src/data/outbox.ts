/** Which edits are not on the server yet? */
import type { Observable } from 'rxjs'
import type { AccountData } from './database.ts'
import { live } from './live.ts'
import type { Collection, Edit } from './rows.ts'

/** The edits of a collection, the oldest first, each read when the one before was dealt with. */
export async function* pendingEdits(
  data: AccountData,
  collection: Collection,
): AsyncGenerator<Edit> {
  let last: Edit | undefined
  for (;;) {
    const edits = await editsOf(data, collection)
    const next = edits.find(edit => (edit.seq ?? 0) > (last?.seq ?? 0))
    if (!next) return
    yield next
    last = next
  }
}

/** Forgets an edit that the server has, in the transaction that the caller is in. */
export async function removeEdit({ database }: AccountData, edit: Edit): Promise<void> {
  await database.outbox.where('id').equals(edit.id).delete()
}

/** Every edit of a collection that waits. */
export function editsOf(
  { account, database }: AccountData,
  collection: Collection,
): Promise<Edit[]> {
  return database.outbox.where({ account, collection }).sortBy('seq')
}

/** The ids of the rows that have an edit which waits, at once and on each change. */
export function pendingRows(
  data: AccountData,
  collection: Collection,
): Observable<readonly string[]> {
  return live(async () => (await editsOf(data, collection)).map(edit => edit.entityId))
}
