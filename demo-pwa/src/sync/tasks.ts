/** Which work does the demo ask for, and what asks for it? */
import { type AnyTask, type } from 'leasehold'
import { defineTask } from 'leasehold/dexie'
import { change, every, foreground, online } from 'leasehold/triggers'
import { filter, type Observable } from 'rxjs'
import { type AppDatabase, syncedTables } from '../data/database.ts'
import type { Collection } from '../data/rows.ts'
import { pull, type PullCursor, push } from './stages.ts'

/** The scope of each collection's task. */
const scopes = { courses: 'course_sync', messages: 'message_sync' } as const

/** The task of each collection. */
export type SyncTasks = Readonly<Record<Collection, AnyTask>>

/** Makes both tasks; `edited` emits after each edit that this tab stored. */
export function createSyncTasks(database: AppDatabase, edited: Observable<Collection>): SyncTasks {
  return {
    courses: syncTask('courses', database, edited),
    messages: syncTask('messages', database, edited),
  }
}

function syncTask(
  collection: Collection,
  database: AppDatabase,
  edited: Observable<Collection>,
): AnyTask {
  return defineTask({
    scope: scopes[collection],
    tables: syncedTables,
    stages: stage => ({
      pulling: stage(run => pull(run, { account: run.userId, database }, collection), {
        cursor: type<PullCursor>(),
        incremental: true,
      }),
      pushing: stage(run => push(run, { account: run.userId, database }, collection)),
    }),
    triggers: [
      foreground(),
      online(),
      every(15 * 60_000),
      change(edited.pipe(filter(each => each === collection))),
    ],
    minIntervalMs: 2_000,
  })
}
