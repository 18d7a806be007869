/** What do the two stages of a sync do? */
import type { TaskRun } from 'leasehold'
import type { FencedTaskRun } from 'leasehold/dexie'
import type { Transaction } from 'dexie'
import type { AccountData } from '../data/database.ts'
import { editsOf, pendingEdits, removeEdit } from '../data/outbox.ts'
import { applyPage } from '../data/pages.ts'
import type { Collection } from '../data/rows.ts'
import { pullPage, pushEdit, type RequestContext } from './api.ts'

/** Brings what changed on the server since the last committed page. */
export async function pull(
  run: FencedTaskRun<string, null, null, Transaction>,
  data: AccountData,
  collection: Collection,
): Promise<void> {
  let done = 0
  for (;;) {
    const context = contextOf(run, collection, await run.headers())
    const page = await pullPage(context, run.cursor)
    const total = done + page.total
    done += page.rows.length
    run.progress({ done, total })
    // The rows and the cursor behind them land together, and only if this tab still holds the key.
    if (page.next !== run.cursor) {
      await run.commit(page.next, { write: () => applyPage(data, collection, page.rows) })
    }
    if (!page.more) return
  }
}

/** Sends the edits of the outbox, each under its own id, and forgets each one that arrived. */
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
    await pushEdit(contextOf(run, collection, await run.headers(edit.id)), edit)
    await run.commit(null, { write: () => removeEdit(data, edit) })
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
