/** What do the two stages of a sync do? */
import { TaskFailure, type TaskRun } from 'leasehold'
import type { AccountDatabase } from '../data/database.ts'
import { editsOf, pendingEdits, refuseEdit, removeEdit } from '../data/outbox.ts'
import { applyPage } from '../data/pages.ts'
import type { Collection } from '../data/rows.ts'
import { pullPage, pushEdit, type RequestContext } from './api.ts'

/** Brings what changed on the server since the last committed page. */
export async function pull(
  run: TaskRun<string, null, null>,
  database: AccountDatabase,
  collection: Collection,
): Promise<void> {
  let done = 0
  for (;;) {
    const context = contextOf(run, collection, await run.headers())
    const page = await pullPage(context, run.cursor)
    const total = done + page.total
    await applyPage(database, collection, page.rows, run)
    done += page.rows.length
    run.progress({ done, total })
    // The rows first, then the cursor: a page that is written twice does no harm, a page that is
    // skipped would.
    if (page.next !== run.cursor) await run.commit(page.next)
    if (!page.more) return
  }
}

/** Sends the edits of the outbox, each under its own id; forgets what arrived, sets aside what is refused. */
export async function push(
  run: TaskRun<null, null, null>,
  database: AccountDatabase,
  collection: Collection,
): Promise<void> {
  let done = 0
  // Read after the seal of the last stage: what is edited from now on gets a run of its own.
  for await (const edit of pendingEdits(database, collection)) {
    const left = await editsOf(database, collection)
    run.progress({ done, total: done + left.length })
    try {
      await pushEdit(contextOf(run, collection, await run.headers(edit.id)), edit)
      await removeEdit(database, edit, run)
    } catch (error) {
      // Sent again it would be refused again, and hold up all that were made after it.
      if (!(error instanceof TaskFailure && error.failureClass === 'fatal')) throw error
      await refuseEdit(database, edit, error.message, run)
    }
    done += 1
  }
}

function contextOf(
  run: Pick<TaskRun<unknown, null, null>, 'userId' | 'runId' | 'signal'>,
  collection: Collection,
  headers: Readonly<Record<string, string>>,
): RequestContext {
  return {
    account: run.userId,
    collection,
    headers: { ...headers, 'Leasehold-Run': run.runId },
    signal: run.signal,
  }
}
