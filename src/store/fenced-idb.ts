/** The app's writes in the registry's transactions, over one IndexedDB database. */
import type { Decided, StoreState } from '../model/facts.ts'
import type { ApplicationWrite, FencedOptions, FencedWrites } from '../port/fenced-writes.ts'
import type { OperationOptions, RecordAddress, StoreContext } from '../port/store.ts'
import { runFenced } from './fenced-transaction.ts'
import type { Connection } from './idb-connection.ts'
import { putDecided, readState, type StoreNames } from './idb-rows.ts'
import { getMeta } from './idb-schema.ts'
import type { Inside } from './idb-transaction.ts'
import { onceBegun } from './idb-store.ts'

/** The registry's part of such a transaction; `apply` calls the app's. */
export type FencedWorker<Result> = (
  inside: Inside<Result>,
  tx: IDBTransaction,
  apply: () => PromiseLike<unknown>,
) => void

/** How the database at hand begins such a transaction, and calls the app inside of it. */
export interface FencedScope<Tx> {
  readonly kind: string
  /**
   * Runs `work` in a readwrite transaction over `stores`; `work` is given the platform's own
   * transaction, and what calls `write` inside of it.
   */
  within<Result>(
    db: IDBDatabase,
    stores: readonly string[],
    application: ApplicationWrite<Tx>,
    options: OperationOptions,
    work: FencedWorker<Result>,
  ): Promise<Result>
}

/** Makes the second port of a store. */
export function createFencedWrites<Tx>(
  connection: Connection,
  names: StoreNames,
  { kind, within }: FencedScope<Tx>,
  { now, historyKept }: StoreContext,
): FencedWrites<Tx> {
  function transact<Result>(
    address: RecordAddress,
    decide: (state: StoreState) => Decided<Result>,
    application: ApplicationWrite<Tx>,
    options: FencedOptions = {},
  ): Promise<Result> {
    let applied = false
    const told = onceBegun(options)
    const stores = [names.records, names.history, ...application.tables]
    return connection.use(
      ({ db, storeId }) =>
        within<Result>(db, stores, application, told, (inside, tx, apply) =>
          runFenced(
            inside,
            tx,
            {
              read: next => readState(inside, names, address, state => next({ ...state, storeId })),
              now,
              decide,
              apply() {
                applied = true
                return apply()
              },
              put: decided => putDecided(inside, names, address.key, decided, historyKept),
              pulse: () => getMeta(inside.store(names.records)),
            },
            options,
          ),
        ),
      options.signal,
      // What the app's write did besides putting rows must not be done twice.
      () => !applied,
    )
  }
  return { kind, transact }
}
