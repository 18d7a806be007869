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

/** Every edit that waits; those that the server refused wait no more. */
export async function editsOf(database: AccountDatabase, collection: Collection): Promise<Edit[]> {
  const edits = await database.outbox.where('collection').equals(collection).sortBy('seq')
  return edits.filter(edit => edit.refused === undefined)
}

/** Notes that the server will never take an edit: those behind it go on without it. */
export async function refuseEdit(
  database: AccountDatabase,
  edit: Edit,
  refused: string,
  run: Fenced,
): Promise<void> {
  await database.transaction('rw', database.outbox, database.fences, async () => {
    await raiseFence(database, edit.collection, run)
    await database.outbox.where('id').equals(edit.id).modify({ refused })
  })
}

/** The edits that the server refused, at once and on each change. */
export function refusedEdits(
  database: AccountDatabase,
  collection: Collection,
): Observable<readonly Edit[]> {
  return live(() => ofRefused(database, collection).toArray())
}

/** Gives the refused edits up. */
export async function discardRefused(
  database: AccountDatabase,
  collection: Collection,
): Promise<void> {
  await ofRefused(database, collection).delete()
}

function ofRefused(database: AccountDatabase, collection: Collection) {
  return database.outbox
    .where('collection')
    .equals(collection)
    .filter(edit => edit.refused !== undefined)
}

/** The ids of the rows that have an edit which waits, at once and on each change. */
export function pendingRows(
  database: AccountDatabase,
  collection: Collection,
): Observable<readonly string[]> {
  return live(async () => (await editsOf(database, collection)).map(edit => edit.entityId))
}
