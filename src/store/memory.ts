/** The reference store: plain maps in memory, one atomic transaction after another. */
import { floorAbove, forgets } from '../model/forget.ts'
import { keysBeginWith } from '../model/key.ts'
import { checkKinds } from '../model/option-kinds.ts'
import type { OperationOptions, StoreFactory } from '../port/store.ts'
import {
  addHistory,
  type Copy,
  copySorted,
  copyState,
  copyUsers,
  createMemory,
  databaseOf,
  deleteUser,
  type Memory,
  type MemoryDatabase,
  recordsOf,
} from './memory-data.ts'
import { createOperations } from './operations.ts'

export { createMemory, type Memory, type MemoryDatabase } from './memory-data.ts'

/** How a memory store behaves. */
export interface MemoryStoreOptions {
  /**
   * Runs the beginning of each transaction and the delivery of each answer, once each, when it
   * likes: a simulator decides here. Whatever it does, the transactions of one store begin in the
   * order in which they were requested. Default `queueMicrotask`.
   */
  readonly schedule?: (work: () => void) => void
  /**
   * Keeps what is stored apart from what is given and got. Default `structuredClone`; whoever
   * freezes all the way down instead may share the values.
   */
  readonly copy?: Copy
}

/**
 * A store that keeps its records in `memory`; they end with the process. Throws `invalid-option`.
 *
 * @example
 * const memory = createMemory()
 * const registry = createTaskRegistry({ tasks, store: memoryStore(memory) })
 */
export function memoryStore(
  memory: Memory = createMemory(),
  options: MemoryStoreOptions = {},
): StoreFactory {
  checkKinds(memory, { databases: 'object' }, 'memoryStore()', 'invalid-option')
  checkKinds(options, { schedule: 'function', copy: 'function' }, 'memoryStore()', 'invalid-option')
  const { schedule = queueMicrotask, copy = structuredClone } = options
  return context => {
    const operations = createOperations()
    const requested: (() => void)[] = []

    function operate<Result>(
      work: (database: MemoryDatabase) => Result,
      { onBegin, signal }: OperationOptions = {},
    ): Promise<Result> {
      const answer = () =>
        new Promise<Result>((resolve, reject) => {
          let givenUp = false
          const refuse = (reason: Error): void => schedule(() => reject(reason))
          const giveUp = (): void => {
            givenUp = true
            refuse(signal?.reason as Error)
          }
          if (signal?.aborted) return giveUp()
          signal?.addEventListener('abort', giveUp, { once: true })
          requested.push(() => {
            if (givenUp) return
            signal?.removeEventListener('abort', giveUp)
            try {
              onBegin?.()
              const result = work(databaseOf(memory, context))
              schedule(() => resolve(result))
            } catch (error) {
              refuse(error as Error)
            }
          })
          schedule(() => requested.shift()?.())
        })
      return operations.run(answer)
    }

    return {
      volatile: true,
      transact(address, decide, options) {
        return operate(database => {
          const decided = decide(copyState(database, address, context.now(), copy))
          // All is copied before the first write: what cannot be copied leaves no half of it.
          const record = copy(decided.record)
          const rows = copy(decided.history ?? [])
          if (record) database.records.set(address.key, record)
          addHistory(database, address.key, rows, context.historyKept)
          return decided.result
        }, options)
      },
      transactUser(decide, options) {
        return operate(database => {
          const decided = decide(copyUsers(database, context.now(), copy))
          for (const user of copy(decided.users)) database.users.set(user.userId, user)
          return { ...decided, storeId: database.storeId }
        }, options)
      },
      forget(userId, decide, options) {
        return operate(database => {
          const prefix = keysBeginWith(userId)
          const before = database.users.get(userId) ?? null
          const floor = floorAbove(database.floor, before, recordsOf(database, prefix))
          const state = { ...copyUsers(database, context.now(), copy), floor }
          const decided = decide(state)
          const users = copy(decided.users)
          if (forgets(userId, decided)) {
            database.floor = floor
            deleteUser(database, userId, prefix)
          }
          for (const user of users)
            if (user.userId !== userId) database.users.set(user.userId, user)
          return { ...decided, storeId: database.storeId }
        }, options)
      },
      read(address, options) {
        return operate(database => copyState(database, address, context.now(), copy), options)
      },
      users(options) {
        return operate(database => copyUsers(database, context.now(), copy), options)
      },
      history(key, { limit = 50, beforeSeq = Number.POSITIVE_INFINITY, ...options } = {}) {
        return operate(({ history }) => {
          const rows = (history.get(key) ?? []).filter(row => row.seq < beforeSeq)
          return copy(rows.reverse().slice(0, limit))
        }, options)
      },
      list() {
        return operate(({ records }) => copySorted(records, copy))
      },
      close: () => operations.end(),
    }
  }
}
