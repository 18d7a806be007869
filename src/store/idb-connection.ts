/** How the one connection to the database is opened, shared, lost and replaced. */
import { openDB, unwrap } from 'idb'
import { RegistryError } from '../model/error.ts'
import { NativePromise } from './native-promise.ts'
import { createOperations } from './operations.ts'

/** A connection that is open, as far as anybody knows. */
export interface Handle {
  readonly db: IDBDatabase
  readonly storeId: string
}

/** The connection of one store. */
export interface Connection {
  /**
   * Runs an operation on the open database, and once more on a new connection when the first was
   * lost and nothing can have landed.
   */
  use<Result>(operation: (handle: Handle) => Promise<Result>, signal?: AbortSignal): Promise<Result>
  /** Lets running operations end, then closes. */
  close(): Promise<void>
}

/** How the database is made and read when it is opened. */
export interface Schema {
  readonly name: string
  /** Makes the object stores of a new database. */
  create(db: IDBDatabase): void
  /** Reads the id of the database, or gives it one. */
  identify(db: IDBDatabase): Promise<string>
}

/** A connection that opens with the first operation. */
export function createConnection(schema: Schema): Connection {
  const operations = createOperations()
  let handle: Handle | undefined
  let opening: Promise<Handle> | undefined

  const lose = (db: IDBDatabase): void => {
    db.close()
    if (handle?.db === db) handle = undefined
  }

  function connect(signal: AbortSignal | undefined): Handle | Promise<Handle> {
    if (handle) return handle
    if (signal?.aborted) throw signal.reason
    const attempt = opening ?? share(openDatabase(schema, lose))
    // An open that nobody waited out may never answer (Safari): the next operation opens anew.
    return unlessAborted(attempt, signal, () => {
      if (opening === attempt) opening = undefined
    })
  }

  function share(attempt: Promise<Handle>): Promise<Handle> {
    opening = attempt
    void attempt.then(
      opened => {
        // Given up in the meantime: whoever still waits for it is sent to the one in use.
        if (opening !== attempt) return opened.db.close()
        opening = undefined
        handle = opened
      },
      () => {
        if (opening === attempt) opening = undefined
      },
    )
    return attempt
  }

  async function attemptTwice<Result>(
    operation: (handle: Handle) => Promise<Result>,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    for (let last = false; ; last = true) {
      let used: Handle | undefined
      try {
        used = await connect(signal)
        return await operation(used)
      } catch (error) {
        if (signal?.aborted || !isUnavailable(error)) throw error
        if (used) lose(used.db)
        if (last || error.details['landed'] !== 'no') throw error
      }
    }
  }

  return {
    use: (operation, signal) => operations.run(() => attemptTwice(operation, signal)),
    async close() {
      await operations.end()
      opening = undefined
      if (handle) lose(handle.db)
    },
  }
}

async function openDatabase(schema: Schema, lose: (db: IDBDatabase) => void): Promise<Handle> {
  try {
    if (typeof indexedDB === 'undefined') throw new Error('indexedDB is not defined here')
    const db = unwrap(
      // The version never changes: records carry their own, so that old and new agents share one database.
      await openDB(schema.name, 1, {
        upgrade: created => schema.create(unwrap(created)),
        blocking: () => lose(db),
        terminated: () => lose(db),
      }),
    )
    try {
      return { db, storeId: await schema.identify(db) }
    } catch (error) {
      db.close()
      throw error
    }
  } catch (error) {
    if (error instanceof RegistryError) throw error
    throw new RegistryError(
      'store-unavailable',
      `The database '${schema.name}' must open, but it did not (${error instanceof Error ? error.message : String(error)}). The next operation tries again; pass another store where IndexedDB is missing.`,
      { name: schema.name },
      error,
    )
  }
}

function isUnavailable(error: unknown): error is RegistryError {
  return error instanceof RegistryError && error.code === 'store-unavailable'
}

/** Settles like `promise`, or rejects with the reason of `signal` when that comes first. */
function unlessAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
  onGivenUp: () => void,
): Promise<Value> {
  if (!signal) return promise
  return new NativePromise((resolve, reject) => {
    const giveUp = (): void => {
      onGivenUp()
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', giveUp)
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}
