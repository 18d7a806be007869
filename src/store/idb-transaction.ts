/** How one IndexedDB transaction runs: told by its own events, answered when it completed. */
import { RegistryError } from '../model/error.ts'
import type { OperationOptions } from '../port/store.ts'
import type { Durability } from './durability.ts'
import { NativePromise } from './native-promise.ts'

/** What a transaction is opened on, and how. */
export interface TransactionScope {
  readonly stores: readonly string[]
  readonly mode: 'readonly' | 'readwrite'
  readonly durability: Durability
}

/** What the work inside of a transaction is given. */
export interface Inside<Result> {
  store(name: string): IDBObjectStore
  /** Goes on when `request` has succeeded; requests before it then have succeeded too. */
  after<Value>(request: IDBRequest<Value>, next: (value: Value) => void): void
  /** Commits; `result` becomes the answer on `complete`. */
  finish(result: Result): void
  /** Aborts what can still be; `reason` becomes the rejection unless it landed. */
  fail(reason: unknown): void
  /** Runs a step that comes from elsewhere than `after`; what it throws fails the transaction. */
  attempt(step: () => void): void
}

/**
 * Runs `work` in one transaction. Whatever it throws aborts the transaction and becomes the
 * rejection, as does the reason of `signal`. Rejects with `store-unavailable` where the connection
 * was lost, with `store-failed` where the platform aborted.
 *
 * Events instead of promises: each promise between two requests made the transaction slower (12 %
 * in all), and nothing in here can be drawn into the promise zone of the caller.
 */
export function inTransaction<Result>(
  db: IDBDatabase,
  { stores, mode, durability }: TransactionScope,
  options: OperationOptions,
  work: (inside: Inside<Result>) => void,
): Promise<Result> {
  return new NativePromise((resolve, reject) => {
    if (options.signal?.aborted) return reject(options.signal.reason as Error)
    perform(begin(db, { stores, mode, durability }), options, work, resolve, reject)
  })
}

/** The same in a transaction that somebody else began and nobody used yet. */
export function overTransaction<Result>(
  tx: IDBTransaction,
  options: OperationOptions,
  work: (inside: Inside<Result>) => void,
): Promise<Result> {
  return new NativePromise((resolve, reject) => perform(tx, options, work, resolve, reject))
}

function perform<Result>(
  tx: IDBTransaction,
  { onBegin, signal }: OperationOptions,
  work: (inside: Inside<Result>) => void,
  resolve: (result: Result) => void,
  reject: (reason: Error) => void,
): void {
  const { db } = tx
  let result: Result | undefined
  let committing = false
  let refusal: { readonly reason: unknown } | undefined
  let fault: { readonly reason: unknown } | undefined
  let ended = false

  const refuse = (reason: unknown): void => {
    try {
      tx.abort()
      refusal = { reason }
    } catch {
      // It is committing or has ended: whether it landed shows in a moment.
    }
  }
  const attempt = (step: () => void): void => {
    try {
      step()
    } catch (error) {
      refuse(error)
    }
  }
  const giveUp = (): void => refuse(signal?.reason)
  const end = (): void => {
    if (ended) return
    ended = true
    signal?.removeEventListener('abort', giveUp)
    db.removeEventListener('close', lose)
  }
  // A connection that the browser closes ends its transactions first. Chromium forgets those that had
  // just begun, which hear of nothing any more: whoever waits for one would wait for ever.
  const lose = (): void => {
    refuse(null)
    end()
    reject(lostBy(new DOMException('it was closed by the browser', 'UnknownError'), committing))
  }

  signal?.addEventListener('abort', giveUp)
  db.addEventListener('close', lose)
  // Listeners, not handlers: those of a transaction that another library began are its own.
  tx.addEventListener('complete', () => {
    end()
    if (committing) resolve(result as Result)
    else reject(endedEarly())
  })
  tx.addEventListener('abort', () => {
    end()
    // The app's write takes a lost connection in one way or another; it is not its fault.
    const cause = refusal ?? (isLost(tx.error, committing) ? undefined : fault)
    reject(cause ? (cause.reason as Error) : abortedBy(tx.error, committing))
  })
  if (signal?.aborted) return giveUp()
  attempt(() =>
    work({
      store: name => tx.objectStore(name),
      after(request, next) {
        request.onsuccess = () =>
          attempt(() => {
            onBegin?.()
            next(request.result)
          })
      },
      finish(answer) {
        result = answer
        committing = true
        tx.commit()
      },
      fail(reason) {
        // Where it aborts by itself already, this is still the reason.
        fault = { reason }
        refuse(reason)
      },
      attempt,
    }),
  )
}

/** Begins a transaction. Throws `store-unavailable`. */
export function begin(
  db: IDBDatabase,
  { stores, mode, durability }: TransactionScope,
): IDBTransaction {
  try {
    return db.transaction(stores, mode, { durability })
  } catch (error) {
    throw new RegistryError(
      'store-unavailable',
      `A transaction must begin, but the database refused it (${describe(error)}). The next operation opens it again; choose another name if another application owns it.`,
      { landed: 'no' },
      error,
    )
  }
}

/** What was awaited kept nothing of the transaction waiting, or somebody committed it. */
export function endedEarly(cause?: unknown): RegistryError {
  return new RegistryError(
    'foreign-await',
    'write() must await requests of its transaction only, but it awaited something else (a response, a timer, another transaction) or committed by itself. The checkpoint has not moved. Fetch before commit().',
    {},
    cause,
  )
}

function abortedBy(error: DOMException | null, committing: boolean): RegistryError {
  if (isLost(error, committing)) return lostBy(error, committing)
  const found = error ? describe(error) : 'no error was given: often a full disk'
  return new RegistryError(
    'store-failed',
    `The transaction must complete, but the platform aborted it (${found}). Nothing was written; free storage or try again.`,
    { landed: 'no' },
    error ?? undefined,
  )
}

/** `committing`: the commit was requested; from then on the write may have landed. */
function lostBy(error: DOMException | null, committing: boolean): RegistryError {
  return new RegistryError(
    'store-unavailable',
    `The transaction must complete, but the connection was lost (${describe(error)}). The next operation opens it again.`,
    { landed: committing ? 'unknown' : 'no' },
    error,
  )
}

function isLost(error: DOMException | null, committing: boolean): boolean {
  return error?.name === 'UnknownError' || (error?.name === 'AbortError' && !committing)
}

/** An error in a message: its name, and what it says. */
export function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
