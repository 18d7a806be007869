/** The store in an IndexedDB database of the app: rows of the app and a checkpoint land together. */
import { type IDBPDatabase, type IDBPTransaction, unwrap, wrap } from 'idb'
import { RegistryError } from '../model/error.ts'
import type { StoreFactory } from '../port/store.ts'
import { createAppStore } from './app-store.ts'
import { appNames, assertTables, ownTables } from './app-tables.ts'
import { type Durability, durabilityOf } from './durability.ts'
import type { FencedScope } from './fenced-idb.ts'
import { createStores } from './idb-schema.ts'
import { begin, overTransaction } from './idb-transaction.ts'

/** The transaction that `write` gets, as the package `idb` wraps it. */
export type AppTransaction = IDBPTransaction<unknown, string[], 'readwrite'>

/** How the store in an app's database writes. */
export interface AppIdbStoreOptions {
  /** `relaxed` or `strict`, for all that the registry and its commits write. Default `relaxed`. */
  readonly durability?: 'relaxed' | 'strict'
}

const remedy = 'Call createLeaseholdStores(db) in its upgrade, under a raised version.'

/**
 * Makes the registry's object stores in the app's database; to be called once, inside an upgrade.
 *
 * @example
 * openDB('app', 2, { upgrade(db, from) { if (from < 2) createLeaseholdStores(db) } })
 */
export function createLeaseholdStores<Schema>(db: IDBDatabase | IDBPDatabase<Schema>): void {
  createStores(unwrap(db as IDBPDatabase), appNames)
}

/**
 * A store in an app's own IndexedDB database. `open` gives the app's connection: it is called with
 * the first operation, and again where the connection that it gave was closed; the registry never
 * closes it. One registry for each database. Throws `invalid-option`.
 *
 * @example
 * const registry = createTaskRegistry({ tasks: [courseSync], store: appIdbStore(openAppDatabase) })
 */
export function appIdbStore<Schema>(
  open: () => PromiseLike<IDBDatabase | IDBPDatabase<Schema>>,
  options: AppIdbStoreOptions = {},
): StoreFactory {
  const durability = durabilityOf(options, 'appIdbStore()')
  return context =>
    createAppStore(
      {
        open: () => openedBy(open as () => PromiseLike<IDBPDatabase>),
        scope: scopeOf(durability),
        durability,
      },
      context,
    )
}

async function openedBy(open: () => PromiseLike<IDBPDatabase>): Promise<IDBDatabase> {
  let opened: IDBDatabase
  try {
    opened = unwrap(await open())
  } catch (error) {
    throw new RegistryError(
      'store-unavailable',
      `The app's database must open, but it did not (${String(error)}). The next operation tries again.`,
      { landed: 'no' },
      error,
    )
  }
  assertTables(opened.name, opened.objectStoreNames, ownTables, remedy)
  return opened
}

function scopeOf(durability: Durability): FencedScope<AppTransaction> {
  return {
    kind: 'idb',
    within(db, stores, { write }, options, work) {
      assertTables(
        db.name,
        db.objectStoreNames,
        stores,
        "Correct the task's 'tables', or make them in the app's upgrade.",
      )
      const tx = begin(db, { stores, mode: 'readwrite', durability })
      const given = wrap(tx) as unknown as AppTransaction
      // The registry hears itself how it ended; an abort is nothing that nobody handled.
      given.done.catch(() => undefined)
      return overTransaction(tx, options, inside => work(inside, tx, () => write(given)))
    },
  }
}
