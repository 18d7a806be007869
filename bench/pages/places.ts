/** Where do the records of a column lie, and how does a task there write rows beside them? */
import { Dexie, type Table } from 'dexie'
import { openDB } from 'idb'
import { type AnyTask, defineTask, type StoreFactory, type } from 'leasehold'
import { defineTask as defineDexieTask, dexieStore, leaseholdTables } from 'leasehold/dexie'
import {
  appIdbStore,
  createLeaseholdStores,
  defineTask as defineIdbTask,
  idbStore,
} from 'leasehold/idb'
import { memoryStore } from 'leasehold/memory'
import type { DatabaseNames } from './fill.ts'

/** What the measured stage can do with its run. */
export interface StageRun {
  readonly fence: number
  commit(n: number): Promise<void>
  /** A commit that also writes a row; where there is no table for it, without. */
  commitRow(n: number): Promise<void>
  seal(): Promise<void>
  ensure(ms: number): Promise<void>
}

/** A store, and a task whose one stage calls `stage`. */
export interface Place {
  readonly store: StoreFactory
  define(stage: (run: StageRun) => Promise<void>): AnyTask
  /** `null` in memory. */
  readonly database: DatabaseNames | null
}

/** `idb-rows`: in a database of an app that uses IndexedDB itself. */
export type PlaceKind = 'idb' | 'idb-rows' | 'dexie' | 'memory'

const common = { scope: 'work', minIntervalMs: 0 } as const
const cursor = type<number>()
const rows = 'rows'
const own = { records: 'records', history: 'history' }
const inApp = { records: 'leaseholdRecords', history: 'leaseholdHistory' }

/** Makes a place; its database has this name. */
export function placeOf(kind: PlaceKind, name: string): Place {
  switch (kind) {
    case 'idb':
      return { store: idbStore(), define: definePlain, database: { name, ...own } }
    case 'memory':
      return { store: memoryStore(), define: definePlain, database: null }
    case 'idb-rows':
      return {
        store: appIdbStore(() =>
          openDB(name, 1, {
            upgrade(db) {
              db.createObjectStore(rows, { keyPath: 'part' })
              createLeaseholdStores(db)
            },
          }),
        ),
        define: defineWithIdb,
        database: { name, ...inApp },
      }
    case 'dexie': {
      const db = new Dexie(name) as Dexie & {
        readonly rows: Table<{ readonly part: number }, number>
      }
      db.version(1).stores({ [rows]: 'part', ...leaseholdTables })
      return {
        store: dexieStore(db),
        define: stage => defineWithDexie(db.rows, stage),
        database: { name, ...inApp },
      }
    }
  }
}

const definePlain: Place['define'] = stage =>
  defineTask({
    ...common,
    stages: build => ({
      working: build(
        run =>
          stage({
            fence: run.fence,
            commit: n => run.commit(n),
            commitRow: n => run.commit(n),
            seal: () => run.seal(),
            ensure: ms => run.ensure(ms),
          }),
        { cursor },
      ),
    }),
  })

const defineWithIdb: Place['define'] = stage =>
  defineIdbTask({
    ...common,
    tables: [rows],
    stages: build => ({
      working: build(
        run =>
          stage({
            fence: run.fence,
            commit: n => run.commit(n),
            commitRow: n =>
              run.commit(n, { write: tx => tx.objectStore(rows).put({ part: n, by: 'idb' }) }),
            seal: () => run.seal(),
            ensure: ms => run.ensure(ms),
          }),
        { cursor },
      ),
    }),
  })

function defineWithDexie(
  table: Table<{ readonly part: number }, number>,
  stage: (run: StageRun) => Promise<void>,
): AnyTask {
  return defineDexieTask({
    ...common,
    tables: [rows],
    stages: build => ({
      working: build(
        run =>
          stage({
            fence: run.fence,
            commit: n => run.commit(n),
            commitRow: n =>
              run.commit(n, { write: () => table.put({ part: n, by: 'dexie' } as never) }),
            seal: () => run.seal(),
            ensure: ms => run.ensure(ms),
          }),
        { cursor },
      ),
    }),
  })
}
