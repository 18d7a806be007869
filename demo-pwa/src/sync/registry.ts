/** How does this tab take part: one registry for the page, and the edits that it hears of? */
import { createTaskRegistry, type TaskRegistry } from 'leasehold'
import { Subject } from 'rxjs'
import { createAccountOpener, type OpenAccount } from '../data/database.ts'
import type { Collection } from '../data/rows.ts'
import { createSyncTasks, type SyncTasks } from './tasks.ts'

/** What the page has once, whoever is signed in. */
export interface Sync {
  readonly registry: TaskRegistry
  readonly tasks: SyncTasks
  readonly open: OpenAccount
  /** Told after each edit that this tab stored. */
  readonly edited: Subject<Collection>
}

/** Makes it; nothing runs before a sign-in. */
export function createSync(): Sync {
  const open = createAccountOpener()
  const edited = new Subject<Collection>()
  const tasks = createSyncTasks(open, edited)
  const registry = createTaskRegistry({ name: 'coursebook', tasks: Object.values(tasks) })
  return { registry, tasks, open, edited }
}
