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

/** Every edit of a collection that waits; those that the server refused wait no more. */
export async function editsOf(data: AccountData, collection: Collection): Promise<Edit[]> {
  const edits = await inOutbox(data, collection).sortBy('seq')
  return edits.filter(edit => edit.refused === undefined)
}

/**
 * Notes that the server will never take an edit, in the transaction that the caller is in: those
 * behind it go on without it.
 */
export async function refuseEdit(
  { database }: AccountData,
  edit: Edit,
  refused: string,
): Promise<void> {
  await database.outbox.where('id').equals(edit.id).modify({ refused })
}

/** The edits that the server refused, at once and on each change. */
export function refusedEdits(
  data: AccountData,
  collection: Collection,
): Observable<readonly Edit[]> {
  return live(() => ofRefused(data, collection).toArray())
}

/** Gives the refused edits up. */
export async function discardRefused(data: AccountData, collection: Collection): Promise<void> {
  await ofRefused(data, collection).delete()
}

function ofRefused(data: AccountData, collection: Collection) {
  return inOutbox(data, collection).filter(edit => edit.refused !== undefined)
}

function inOutbox({ account, database }: AccountData, collection: Collection) {
  return database.outbox.where({ account, collection })
}

/** The ids of the rows that have an edit in the outbox, refused ones included: nobody gave it up yet. */
export async function keptRows(
  data: AccountData,
  collection: Collection,
): Promise<readonly string[]> {
  return (await inOutbox(data, collection).toArray()).map(edit => edit.entityId)
}

/** The ids of the rows that have an edit which waits, at once and on each change. */
export function pendingRows(
  data: AccountData,
  collection: Collection,
): Observable<readonly string[]> {
  return live(async () => (await editsOf(data, collection)).map(edit => edit.entityId))
}
