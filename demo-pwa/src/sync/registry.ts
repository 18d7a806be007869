/** How does this tab take part: one registry for the page, and the edits that it hears of? */
import { createTaskRegistry, type TaskRegistry } from 'leasehold'
import { dexieStore } from 'leasehold/dexie'
import { backgroundSync } from 'leasehold/service-worker'
import { Subject } from 'rxjs'
import { type AppDatabase, createDatabase } from '../data/database.ts'
import type { Collection } from '../data/rows.ts'
import { createShiftableClock, type ShiftableClock } from '../pretend/clock.ts'
import { createPretendedNetwork, type PretendedNetwork } from '../pretend/offline.ts'
import { registryName } from './name.ts'
import { createSyncTasks, type SyncTasks } from './tasks.ts'

/** What the page has once, whoever is signed in. */
export interface Sync {
  readonly registry: TaskRegistry
  readonly tasks: SyncTasks
  readonly database: AppDatabase
  /** Told after each edit that this tab stored. */
  readonly edited: Subject<Collection>
  /** How long a lease of this page lasts, ms. */
  readonly ttlMs: number
  /** What a person can set wrong, or take away, to see what becomes of a sync. */
  readonly clock: ShiftableClock
  readonly network: PretendedNetwork
}

/** Makes it; nothing runs before a sign-in. */
export function createSync(): Sync {
  const network = createPretendedNetwork()
  const clock = createShiftableClock()
  const ttlMs = ttlOf(new URLSearchParams(location.search))
  const database = createDatabase()
  const edited = new Subject<Collection>()
  const tasks = createSyncTasks(database, edited)
  const registry = createTaskRegistry({
    name: registryName,
    tasks: Object.values(tasks),
    store: dexieStore(database),
    background: backgroundSync(),
    clock,
    lease: { ttlMs },
  })
  return { registry, tasks, database, edited, ttlMs, clock, network }
}

/** The library's own default, ms. */
const usualTtlMs = 60_000

/** `?ttl=4000` shortens the lease, so that one can see, and test, what follows a freeze. */
function ttlOf(query: URLSearchParams): number {
  const ttlMs = Number(query.get('ttl') ?? Number.NaN)
  return Number.isFinite(ttlMs) ? ttlMs : usualTtlMs
}
