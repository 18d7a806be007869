/** A store whose rows lie in tables of an app's own database, whoever opens and closes that. */
import type { Store, StoreContext } from '../port/store.ts'
import { appNames } from './app-tables.ts'
import type { Durability } from './durability.ts'
import { createFencedWrites, type FencedScope } from './fenced-idb.ts'
import { createConnection } from './idb-connection.ts'
import { identify } from './idb-identify.ts'
import { createIdbStore } from './idb-store.ts'

/** How such a database is reached. */
export interface AppDatabase<Tx> {
  /** Gives the app's connection; the registry never closes it. */
  open(): Promise<IDBDatabase>
  /** How a commit writes into it. */
  readonly scope: FencedScope<Tx>
  readonly durability: Durability
}

/** Makes the store. */
export function createAppStore<Tx>(
  { open, scope, durability }: AppDatabase<Tx>,
  context: StoreContext,
): Store {
  const connection = createConnection({
    now: context.now,
    open,
    release: () => undefined,
    identify: db => identify(db, appNames, durability, context.id),
  })
  return {
    ...createIdbStore({ connection, names: appNames, durability }, context),
    fenced: createFencedWrites(connection, appNames, scope, context),
  }
}
