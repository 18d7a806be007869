/** The default store: IndexedDB, one transaction for each operation. */
import { floorAbove, forgets } from '../model/forget.ts'
import { keysBeginWith } from '../model/key.ts'
import type { StoreState } from '../model/facts.ts'
import type { HistoryRow, TaskRecord, UserRecord } from '../model/record.ts'
import type { OperationOptions, RecordAddress, StoreFactory } from '../port/store.ts'
import { createConnection, type Handle } from './idb-connection.ts'
import * as schema from './idb-schema.ts'
import { type Inside, inTransaction, type TransactionScope } from './idb-transaction.ts'

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
 * operation; importing this file is safe where there is no IndexedDB.
 *
 * @example
 * const registry = createTaskRegistry({ tasks, store: idbStore({ durability: 'strict' }) })
 */
export function idbStore({ durability = 'relaxed' }: IdbStoreOptions = {}): StoreFactory {
  const { recordsStore, historyStore } = schema
  const reading: TransactionScope = { stores: [recordsStore], mode: 'readonly', durability }
  const readingHistory: TransactionScope = { ...reading, stores: [historyStore] }
  const writing: TransactionScope = { ...reading, mode: 'readwrite' }
  const settling: TransactionScope = { ...writing, stores: [recordsStore, historyStore] }

  return ({ name, now, id, historyKept }) => {
    const connection = createConnection({
      name,
      now,
      identify: db => inTransaction(db, writing, {}, inside => identify(inside, id)),
    })

    function operate<Result>(
      scope: TransactionScope,
      { signal, onBegin }: OperationOptions,
      work: (inside: Inside<Result>, handle: Handle) => void,
    ): Promise<Result> {
      let begun = false
      const options: OperationOptions = {
        ...(signal && { signal }),
        onBegin() {
          if (!begun) onBegin?.()
          begun = true
        },
      }
      return connection.use(
        handle => inTransaction(handle.db, scope, options, inside => work(inside, handle)),
        signal,
      )
    }

    return {
      transact(address, decide, options = {}) {
        return operate(settling, options, (inside, { storeId }) => {
          readState(inside, address, state => {
            const { record, history, result } = decide({ ...state, now: now(), storeId })
            if (record) schema.putRecord(inside.store(recordsStore), address.key, record)
            if (history) schema.putHistory(inside.store(historyStore), history, historyKept)
            inside.finish(result)
          })
        })
      },
      transactUser(decide, options = {}) {
        return operate(writing, options, (inside, { storeId }) => {
          readUsers(inside, (users, floor) => {
            const decided = decide({ users, now: now(), storeId, floor })
            for (const user of decided.users) schema.putUser(inside.store(recordsStore), user)
            inside.finish({ ...decided, storeId })
          })
        })
      },
      forget(userId, decide, options = {}) {
        return operate(settling, options, (inside, { storeId }) => {
          const records = inside.store(recordsStore)
          const prefix = keysBeginWith(userId)
          const found = schema.getRecords(records, prefix)
          readUsers(inside, (users, lowest) => {
            const before = users.find(user => user.userId === userId) ?? null
            const floor = floorAbove(lowest, before, found.result)
            const decided = decide({ users, now: now(), storeId, floor })
            if (forgets(userId, decided)) {
              schema.putMeta(records, { storeId, floor })
              schema.deleteUser(records, userId, prefix)
              schema.deleteHistory(inside.store(historyStore), prefix)
            }
            for (const user of decided.users)
              if (user.userId !== userId) schema.putUser(records, user)
            inside.finish({ ...decided, storeId })
          })
        })
      },
      read(address, options = {}) {
        return operate(reading, options, (inside, { storeId }) => {
          readState(inside, address, state => inside.finish({ ...state, now: now(), storeId }))
        })
      },
      users(options = {}) {
        return operate(reading, options, (inside, { storeId }) => {
          readUsers(inside, (users, floor) => inside.finish({ users, now: now(), storeId, floor }))
        })
      },
      history(key, { limit = 50, beforeSeq = Number.POSITIVE_INFINITY } = {}) {
        return operate<readonly HistoryRow[]>(readingHistory, {}, ({ store, after, finish }) => {
          after(schema.getHistory(store(historyStore), key), rows => {
            const surplus = (rows.at(-1)?.seq ?? 0) - historyKept
            const asked = rows.filter(({ seq }) => seq > surplus && seq < beforeSeq)
            finish(asked.reverse().slice(0, limit))
          })
        })
      },
      list() {
        return operate<readonly TaskRecord[]>(reading, {}, ({ store, after, finish }) => {
          after(schema.getRecords(store(recordsStore)), finish)
        })
      },
      close: () => connection.close(),
    }
  }
}

/** Reads the id of the database; the first to open it gives it one. */
function identify({ store, after, finish }: Inside<string>, id: () => string): void {
  const records = store(schema.recordsStore)
  after(schema.getMeta(records), meta => {
    const storeId = meta?.storeId ?? id()
    if (!meta) schema.putMeta(records, { storeId, floor: 0 })
    finish(storeId)
  })
}

function readState<Result>(
  { store, after }: Inside<Result>,
  { key, userId }: RecordAddress,
  next: (state: Pick<StoreState, 'record' | 'user' | 'floor'>) => void,
): void {
  const records = store(schema.recordsStore)
  const record = schema.getRecord(records, key)
  after(schema.getUser(records, userId), found => {
    const user = found ?? null
    if (record.result) return next({ record: record.result, user, floor: 0 })
    after(schema.getMeta(records), meta => next({ record: null, user, floor: meta?.floor ?? 0 }))
  })
}

function readUsers<Result>(
  { store, after }: Inside<Result>,
  next: (users: readonly UserRecord[], floor: number) => void,
): void {
  const records = store(schema.recordsStore)
  const users = schema.getUsers(records)
  after(schema.getMeta(records), meta => next(users.result, meta?.floor ?? 0))
}
