/** How the one connection to the database is shared, lost and replaced. */
import { RegistryError } from '../model/error.ts'
import { NativePromise } from './native-promise.ts'
import { createOperations } from './operations.ts'

/** An open that has not answered for so long may never do so (Safari), ms. */
const patienceMs = 5_000

/** A connection that is open, as far as anybody knows. */
export interface Handle {
  readonly db: IDBDatabase
  readonly storeId: string
}

/** The connection of one store. */
export interface Connection {
  /**
   * Runs an operation on the open database, and once more on a new connection when the first was
   * lost, nothing can have landed, and `mayRepeat` has nothing against it.
   */
  use<Result>(
    operation: (handle: Handle) => Promise<Result>,
    signal?: AbortSignal,
    mayRepeat?: () => boolean,
  ): Promise<Result>
  /** Lets running operations end, then closes. */
  close(): Promise<void>
}

/** What a connection is made from. */
export interface ConnectionOptions {
  readonly now: () => number
  /**
   * Opens the database; `onLost` is called when the connection is to be closed, or was. Rejects with
   * `store-unavailable`, or with what will not get better by itself.
   */
  open(onLost: (db: IDBDatabase) => void): Promise<IDBDatabase>
  /** Closes what `open` gave. */
  release(db: IDBDatabase): void
  /** Reads the id of the database, or gives it one. */
  identify(db: IDBDatabase): Promise<string>
}

/** What everybody waits for who needs a connection while there is none. */
interface Opening {
  readonly handle: Promise<Handle>
  readonly resolve: (handle: Handle) => void
  readonly reject: (error: unknown) => void
  attempts: number
  /** When it was asked for last; `null` once the platform answered. */
  askedAt: number | null
}

/** A connection that opens with the first operation. */
export function createConnection({ now, open, release, identify }: ConnectionOptions): Connection {
  const operations = createOperations()
  let handle: Handle | undefined
  let opening: Opening | undefined

  const lose = (db: IDBDatabase): void => {
    release(db)
    if (handle?.db === db) handle = undefined
  }

  function connect(signal: AbortSignal | undefined): Handle | Promise<Handle> {
    if (handle) return handle
    if (signal?.aborted) throw signal.reason
    const wanted = (opening ??= createOpening())
    const { askedAt, attempts } = wanted
    const isDue = askedAt !== null && Math.abs(now() - askedAt) >= patienceMs
    if (attempts === 0 || isDue) void ask(wanted)
    return signal ? unlessAborted(wanted.handle, signal) : wanted.handle
  }

  /** Asks the platform, perhaps once more; the first connection serves everybody who waits. */
  async function ask(wanted: Opening): Promise<void> {
    const attempt = ++wanted.attempts
    wanted.askedAt = now()
    let db: IDBDatabase | undefined
    try {
      db = await open(lose)
      wanted.askedAt = null
      const opened: Handle = { db, storeId: await identify(db) }
      if (opening !== wanted) return release(db)
      opening = undefined
      handle = opened
      wanted.resolve(opened)
    } catch (error) {
      if (db) release(db)
      if (opening !== wanted || attempt < wanted.attempts) return
      opening = undefined
      wanted.reject(error)
    }
  }

  async function attemptTwice<Result>(
    operation: (handle: Handle) => Promise<Result>,
    signal: AbortSignal | undefined,
    mayRepeat: (() => boolean) | undefined,
  ): Promise<Result> {
    for (let last = false; ; last = true) {
      let used: Handle | undefined
      try {
        used = await connect(signal)
        return await operation(used)
      } catch (error) {
        if (signal?.aborted || !isUnavailable(error)) throw error
        if (used) lose(used.db)
        if (last || error.details['landed'] !== 'no' || mayRepeat?.() === false) throw error
      }
    }
  }

  return {
    use: (operation, signal, mayRepeat) =>
      operations.run(() => attemptTwice(operation, signal, mayRepeat)),
    async close() {
      await operations.end()
      // An attempt that is still under way closes what it gets.
      opening = undefined
      if (handle) lose(handle.db)
    },
  }
}

function createOpening(): Opening {
  let resolve!: Opening['resolve']
  let reject!: Opening['reject']
  const handle = new NativePromise<Handle>((onOpen, onError) => {
    resolve = onOpen
    reject = onError
  })
  return { handle, resolve, reject, attempts: 0, askedAt: null }
}

function isUnavailable(error: unknown): error is RegistryError {
  return error instanceof RegistryError && error.code === 'store-unavailable'
}

/** Settles like `promise`, or rejects with the reason of `signal` when that comes first. */
function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new NativePromise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason as Error)
    signal.addEventListener('abort', giveUp)
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}
