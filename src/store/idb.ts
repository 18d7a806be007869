/** The default store: an IndexedDB database of its own. */
import type { StoreFactory } from '../port/store.ts'
import { durabilityOf } from './durability.ts'
import { createConnection } from './idb-connection.ts'
import { identify } from './idb-identify.ts'
import { openDatabase } from './idb-open.ts'
import type { StoreNames } from './idb-rows.ts'
import { createIdbStore } from './idb-store.ts'

const names: StoreNames = { records: 'records', history: 'history' }

/** How the IndexedDB store writes. */
export interface IdbStoreOptions {
  /**
   * `relaxed`: a write that was lost with the power costs repeated work. `strict`: written through
   * to the disk, about a third slower. Default `relaxed`.
   */
  readonly durability?: 'relaxed' | 'strict'
}

/**
 * A store in an IndexedDB database that is named after the registry. It opens with the first
 * operation; importing this file is safe where there is no IndexedDB. Throws `invalid-option`.
 *
 * @example
 * const registry = createTaskRegistry({ tasks, store: idbStore({ durability: 'strict' }) })
 */
export function idbStore(options: IdbStoreOptions = {}): StoreFactory {
  const durability = durabilityOf(options, 'idbStore()')
  return context => {
    const connection = createConnection({
      now: context.now,
      open: onLost => openDatabase(context.name, names, onLost),
      release: db => db.close(),
      identify: db => identify(db, names, durability, context.id),
    })
    return createIdbStore({ connection, names, durability }, context)
  }
}
