/** What do the two stages of a sync do? */
import { TaskFailure } from 'leasehold'
import type { FencedTaskRun } from 'leasehold/dexie'
import type { Transaction } from 'dexie'
import type { AccountData } from '../data/database.ts'
import { editsOf, pendingEdits, refuseEdit, removeEdit } from '../data/outbox.ts'
import { applyPage } from '../data/pages.ts'
import type { Collection, Edit } from '../data/rows.ts'
import { pullPage, pushEdit, type SyncingRun } from './api.ts'

/** How far a pull is. */
export type PullCursor = {
  /** What the server has told to go on with. */
  readonly after: string
  /** Rows of this pull so far: whoever takes it over counts on from there. */
  readonly done: number
}

/** Brings what changed on the server since the last committed page. */
export async function pull(
  run: FencedTaskRun<PullCursor, null, null, Transaction>,
  data: AccountData,
  collection: Collection,
): Promise<void> {
  for (;;) {
    const { after, done: before = 0 } = run.cursor ?? {}
    const page = await pullPage(run, collection, after)
    const isFirst = after === undefined || page.restarted === true
    const counted = page.restarted === true ? 0 : before
    const done = counted + page.rows.length
    run.progress({ done, total: counted + page.total })
    // The rows and the cursor behind them land together, and only if this tab still holds the key.
    if (page.next !== after) {
      const cursor = { after: page.next, done: page.more ? done : 0 }
      await run.commit(cursor, { write: () => applyPage(data, collection, page.rows, isFirst) })
    }
    if (!page.more) return
  }
}

/** Sends the edits of the outbox, each under its own id; forgets what arrived, sets aside what is refused. */
export async function push(
  run: FencedTaskRun<null, null, null, Transaction>,
  data: AccountData,
  collection: Collection,
): Promise<void> {
  let done = 0
  // Read after the seal of the last stage: what is edited from now on gets a run of its own.
  for await (const edit of pendingEdits(data, collection)) {
    const left = await editsOf(data, collection)
    run.progress({ done, total: done + left.length })
    const refused = await send(run, collection, edit)
    await run.commit(null, {
      write: () => (refused === null ? removeEdit(data, edit) : refuseEdit(data, edit, refused)),
    })
    done += 1
  }
}

/** Sends an edit; answers why the server will never take it, `null` when it did. */
async function send(run: SyncingRun, collection: Collection, edit: Edit): Promise<string | null> {
  try {
    await pushEdit(run, collection, edit)
    return null
  } catch (error) {
    // Sent again it would be refused again, and hold up all that were made after it.
    if (error instanceof TaskFailure && error.failureClass === 'fatal') return error.message
    throw error
  }
}
