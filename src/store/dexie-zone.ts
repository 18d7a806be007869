/** Whether the app awaits a call of the registry inside of its own Dexie transaction, which ends by that. */
import { Dexie, type Transaction } from 'dexie'
import { RegistryError } from '../model/error.ts'

/** What Dexie rejects a transaction with, besides its caller. */
interface Rejecting {
  _reject?: (error: unknown) => unknown
}

/**
 * Makes the notice. Only Dexie knows whether a transaction committed while its function still waited:
 * it then rejects the transaction, and this hears of it on the way. A call that is not awaited ends
 * the same transaction in the ordinary way, and nothing is told.
 */
export function createCallNotice(
  onError: ((error: unknown) => void) | undefined,
): (name: string) => void {
  const heard = new WeakSet<Transaction>()
  return name => {
    // Without a transaction Dexie gives `null`, whatever its types say.
    const current = Dexie.currentTransaction as Transaction | null
    if (!current || !onError) return
    const root = rootOf(current)
    if (heard.has(root)) return
    heard.add(root)
    const rejecting = root as Rejecting
    const reject = rejecting._reject
    if (typeof reject !== 'function') return
    rejecting._reject = error => {
      if (error instanceof Error && error.name === 'PrematureCommitError')
        onError(awaited(name, error))
      return reject(error)
    }
  }
}

function rootOf(transaction: Transaction): Transaction {
  return transaction.parent ? rootOf(transaction.parent) : transaction
}

function awaited(name: string, cause: Error): RegistryError {
  return new RegistryError(
    'foreign-await',
    `${name}() must not be awaited inside a transaction of the app: the transaction has ended meanwhile, with what was put before and without what came after. Call it without await, or when the transaction is over.`,
    { call: name },
    cause,
  )
}
