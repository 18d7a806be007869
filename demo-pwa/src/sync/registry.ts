/** How does this tab take part: one registry for the page, and the edits that it hears of? */
import { createTaskRegistry, type TaskRegistry } from 'leasehold'
import { dexieStore } from 'leasehold/dexie'
import { Subject } from 'rxjs'
import { type AppDatabase, createDatabase } from '../data/database.ts'
import type { Collection } from '../data/rows.ts'
import { createSyncTasks, type SyncTasks } from './tasks.ts'

/** What the page has once, whoever is signed in. */
export interface Sync {
  readonly registry: TaskRegistry
  readonly tasks: SyncTasks
  readonly database: AppDatabase
  /** Told after each edit that this tab stored. */
  readonly edited: Subject<Collection>
}

/** Makes it; nothing runs before a sign-in. */
export function createSync(): Sync {
  const database = createDatabase()
  const edited = new Subject<Collection>()
  const tasks = createSyncTasks(database, edited)
  const registry = createTaskRegistry({
    name: 'coursebook',
    tasks: Object.values(tasks),
    store: dexieStore(database),
    lease: leaseOf(new URLSearchParams(location.search)),
  })
  return { registry, tasks, database, edited }
}

/** `?ttl=4000` shortens the lease, so that one can see, and test, what follows a freeze. */
function leaseOf(query: URLSearchParams): { readonly ttlMs?: number } {
  const ttlMs = Number(query.get('ttl') ?? Number.NaN)
  return Number.isFinite(ttlMs) ? { ttlMs } : {}
}
