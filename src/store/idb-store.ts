/** The store over one IndexedDB database, whoever owns it: one transaction for each operation. */
import { floorAbove, forgets } from '../model/forget.ts'
import type { HistoryRow } from '../model/history-row.ts'
import { keysBeginWith } from '../model/key.ts'
import type { TaskRecord } from '../model/record.ts'
import type { OperationOptions, Store, StoreContext } from '../port/store.ts'
import type { Connection, Handle } from './idb-connection.ts'
import { putDecided, readState, readUsers, type StoreNames } from './idb-rows.ts'
import * as schema from './idb-schema.ts'
import { type Inside, inTransaction, type TransactionScope } from './idb-transaction.ts'

/** What the store is made of, besides what its registry gives. */
export interface IdbStoreParts {
  readonly connection: Connection
  readonly names: StoreNames
  readonly durability: TransactionScope['durability']
}

/** Makes the store; it opens with the first operation. */
export function createIdbStore(
  { connection, names, durability }: IdbStoreParts,
  { now, historyKept }: StoreContext,
): Store {
  const reading: TransactionScope = { stores: [names.records], mode: 'readonly', durability }
  const readingHistory: TransactionScope = { ...reading, stores: [names.history] }
  const writing: TransactionScope = { ...reading, mode: 'readwrite' }
  const settling: TransactionScope = { ...writing, stores: [names.records, names.history] }

  function operate<Result>(
    scope: TransactionScope,
    options: OperationOptions,
    work: (inside: Inside<Result>, handle: Handle) => void,
  ): Promise<Result> {
    const told = onceBegun(options)
    return connection.use(
      handle => inTransaction(handle.db, scope, told, inside => work(inside, handle)),
      options.signal,
    )
  }

  return {
    transact(address, decide, options = {}) {
      return operate(settling, options, (inside, { storeId }) => {
        readState(inside, names, address, state => {
          const decided = decide({ ...state, now: now(), storeId })
          putDecided(inside, names, address.key, decided, historyKept)
          inside.finish(decided.result)
        })
      })
    },
    transactUser(decide, options = {}) {
      return operate(writing, options, (inside, { storeId }) => {
        readUsers(inside, names, (users, floor) => {
          const decided = decide({ users, now: now(), storeId, floor })
          for (const user of decided.users) schema.putUser(inside.store(names.records), user)
          inside.finish({ ...decided, storeId })
        })
      })
    },
    forget(userId, decide, options = {}) {
      return operate(settling, options, (inside, { storeId }) => {
        const records = inside.store(names.records)
        const prefix = keysBeginWith(userId)
        const found = schema.getRecords(records, prefix)
        readUsers(inside, names, (users, lowest) => {
          const before = users.find(user => user.userId === userId) ?? null
          const floor = floorAbove(lowest, before, found.result)
          const decided = decide({ users, now: now(), storeId, floor })
          if (forgets(userId, decided)) {
            schema.putMeta(records, { storeId, floor })
            schema.deleteUser(records, userId, prefix)
            schema.deleteHistory(inside.store(names.history), prefix)
          }
          for (const user of decided.users)
            if (user.userId !== userId) schema.putUser(records, user)
          inside.finish({ ...decided, storeId })
        })
      })
    },
    read(address, options = {}) {
      return operate(reading, options, (inside, { storeId }) => {
        readState(inside, names, address, state => inside.finish({ ...state, now: now(), storeId }))
      })
    },
    users(options = {}) {
      return operate(reading, options, (inside, { storeId }) => {
        readUsers(inside, names, (users, floor) =>
          inside.finish({ users, now: now(), storeId, floor }),
        )
      })
    },
    history(key, { limit = 50, beforeSeq = Number.POSITIVE_INFINITY, ...options } = {}) {
      return operate<readonly HistoryRow[]>(readingHistory, options, ({ store, after, finish }) => {
        after(schema.getHistory(store(names.history), key), rows => {
          const surplus = (rows.at(-1)?.seq ?? 0) - historyKept
          const asked = rows.filter(({ seq }) => seq > surplus && seq < beforeSeq)
          finish(asked.reverse().slice(0, limit))
        })
      })
    },
    list() {
      return operate<readonly TaskRecord[]>(reading, {}, ({ store, after, finish }) => {
        after(schema.getRecords(store(names.records)), finish)
      })
    },
    close: () => connection.close(),
  }
}

/** An operation that is repeated on a new connection begins for its caller once. */
export function onceBegun({ signal, onBegin }: OperationOptions): OperationOptions {
  let begun = false
  return {
    ...(signal && { signal }),
    onBegin() {
      if (!begun) onBegin?.()
      begun = true
    },
  }
}
