/** The store in the app's own Dexie database: rows of the app and a checkpoint land together. */
import { Dexie, type Transaction } from 'dexie'
import { RegistryError } from '../model/error.ts'
import type { ApplicationWrite } from '../port/fenced-writes.ts'
import type { OperationOptions, StoreFactory } from '../port/store.ts'
import { createAppStore } from './app-store.ts'
import { assertTables, ownTables } from './app-tables.ts'
import { createCallNotice } from './dexie-zone.ts'
import { durabilityOf } from './durability.ts'
import type { FencedScope, FencedWorker } from './fenced-idb.ts'
import { overTransaction } from './idb-transaction.ts'
import { NativePromise } from './native-promise.ts'

/** How the store in a Dexie database writes. */
export interface DexieStoreOptions {
  /** For what the registry writes alone; the app's writes are as durable as its database says. Default `relaxed`. */
  readonly durability?: 'relaxed' | 'strict'
}

/**
 * The registry's tables, for the schema of the app's database. They need a version of their own
 * where the database exists already; no upgrade function.
 *
 * @example
 * db.version(4).stores({ ...leaseholdTables })
 */
export const leaseholdTables: Readonly<Record<'leaseholdRecords' | 'leaseholdHistory', string>> = {
  leaseholdRecords: '',
  leaseholdHistory: '[key+seq]',
}

const remedy =
  'Add them to its schema in a new version: db.version(n).stores({ ...leaseholdTables }).'

/**
 * A store in the tables of an app's Dexie database, which the app opens, upgrades and closes as
 * ever. One registry for each database: its name plays no part in where the rows lie. Throws
 * `missing-tables` where the declared schema lacks the registry's tables, and `invalid-option`.
 *
 * @example
 * const registry = createTaskRegistry({ tasks: [courseSync], store: dexieStore(db) })
 */
export function dexieStore(db: Dexie, options: DexieStoreOptions = {}): StoreFactory {
  const durability = durabilityOf(options, 'dexieStore()')
  return context => {
    // Before it is opened, a database without a declared schema knows nothing of its tables.
    if (db.verno > 0) {
      const declared = db.tables.map(table => table.name)
      assertTables(db.name, declared, ownTables, remedy)
    }
    return {
      ...createAppStore({ open: () => openDatabase(db), scope: scopeOf(db), durability }, context),
      noticeCall: createCallNotice(context.onError),
    }
  }
}

/** The connection that Dexie has, opened by Dexie where it has none. */
function openDatabase(db: Dexie): Promise<IDBDatabase> {
  return new NativePromise((resolve, reject) => {
    const refuse = (error: unknown): void => {
      const known = error instanceof RegistryError
      reject(known ? error : unavailable(db, `it did not open (${String(error)})`, error))
    }
    const take = (): void => {
      const opened = db.backendDB()
      assertTables(db.name, opened.objectStoreNames, ownTables, remedy)
      resolve(opened)
    }
    // What the app closed is the app's to open; what Dexie closed for an upgrade elsewhere opens again.
    if (db.hasBeenClosed()) return refuse(unavailable(db, 'the app has closed it'))
    Dexie.ignoreTransaction(() => void db.open().then(take).catch(refuse))
  })
}

function scopeOf(dexie: Dexie): FencedScope<Transaction> {
  return {
    kind: 'dexie',
    within<Result>(
      db: IDBDatabase,
      stores: readonly string[],
      { tables, write }: ApplicationWrite<Transaction>,
      options: OperationOptions,
      work: FencedWorker<Result>,
    ): Promise<Result> {
      assertTables(
        dexie.name,
        db.objectStoreNames,
        stores,
        "Correct the task's 'tables', or add them to the schema of the database.",
      )
      return new NativePromise((resolve, reject) => {
        let entered = false
        const scope = (outer: Transaction): PromiseLike<unknown> => {
          entered = true
          const tx = outer.idbtrans
          let go: (applies: boolean) => void = () => undefined
          // The app's write goes on from a promise of this zone, or it would be in none.
          const applied = new Dexie.Promise<boolean>(settle => {
            go = settle
          }).then(applies => (applies ? dexie.transaction('rw', [...tables], write) : undefined))
          overTransaction<Result>(tx, options, inside => {
            if (tx.db !== db) return inside.fail(unavailable(dexie, 'it was opened anew'))
            work(inside, tx, () => {
              go(true)
              return applied
            })
          })
            .finally(() => go(false))
            .then(resolve, reject)
          return applied
        }
        const begun = Dexie.ignoreTransaction(() => dexie.transaction('rw!', [...stores], scope))
        begun.catch(error => {
          // From the scope on, the transaction itself tells how it ended.
          if (!entered) reject(unavailable(dexie, `no transaction began (${String(error)})`, error))
        })
      })
    },
  }
}

function unavailable(db: Dexie, found: string, cause?: unknown): RegistryError {
  return new RegistryError(
    'store-unavailable',
    `The database '${db.name}' must be open, but ${found}. The next operation tries again.`,
    { name: db.name, landed: 'no' },
    cause,
  )
}
