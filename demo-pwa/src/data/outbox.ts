/** Which edits are not on the server yet? */
import type { Observable } from 'rxjs'
import type { AccountDatabase } from './database.ts'
import { type Fenced, raiseFence } from './fence.ts'
import { live } from './live.ts'
import type { Collection, Edit } from './rows.ts'

/** The edits of a collection, the oldest first, each read when the one before was dealt with. */
export async function* pendingEdits(
  database: AccountDatabase,
  collection: Collection,
): AsyncGenerator<Edit> {
  let last: Edit | undefined
  for (;;) {
    const edits = await editsOf(database, collection)
    const next = edits.find(edit => (edit.seq ?? 0) > (last?.seq ?? 0))
    if (!next) return
    yield next
    last = next
  }
}

/** Forgets an edit that the server has; refused when a newer owner wrote here meanwhile. */
export async function removeEdit(
  database: AccountDatabase,
  edit: Edit,
  run: Fenced,
): Promise<void> {
  await database.transaction('rw', database.outbox, database.fences, async () => {
    await raiseFence(database, edit.collection, run)
    await database.outbox.where('id').equals(edit.id).delete()
  })
}

/** Every edit that waits. */
export function editsOf(database: AccountDatabase, collection: Collection): Promise<Edit[]> {
  return database.outbox.where('collection').equals(collection).sortBy('seq')
}

/** The ids of the rows that have an edit which waits, at once and on each change. */
export function pendingRows(
  database: AccountDatabase,
  collection: Collection,
): Observable<readonly string[]> {
  return live(async () => (await editsOf(database, collection)).map(edit => edit.entityId))
}
