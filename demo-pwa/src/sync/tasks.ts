/** Which work does the demo ask for, and what asks for it? */
import { type AnyTask, defineTask, type } from 'leasehold'
import { change, every, foreground, online } from 'leasehold/triggers'
import { filter, type Observable } from 'rxjs'
import type { OpenAccount } from '../data/database.ts'
import type { Collection } from '../data/rows.ts'
import { pull, push } from './stages.ts'

/** The scope of each collection's task. */
const scopes = { courses: 'course_sync', messages: 'message_sync' } as const

/** The task of each collection. */
export type SyncTasks = Readonly<Record<Collection, AnyTask>>

/** Makes both tasks; `edited` emits after each edit that this tab stored. */
export function createSyncTasks(open: OpenAccount, edited: Observable<Collection>): SyncTasks {
  return {
    courses: syncTask('courses', open, edited),
    messages: syncTask('messages', open, edited),
  }
}

function syncTask(
  collection: Collection,
  open: OpenAccount,
  edited: Observable<Collection>,
): AnyTask {
  return defineTask({
    scope: scopes[collection],
    stages: stage => ({
      pulling: stage(run => pull(run, open(run.userId), collection), {
        cursor: type<string>(),
        incremental: true,
      }),
      pushing: stage(run => push(run, open(run.userId), collection)),
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
