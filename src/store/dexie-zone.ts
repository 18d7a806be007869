/** Whether the app awaits a call of the registry inside of its own Dexie transaction, which ends by that. */
import { Dexie, type Transaction } from 'dexie'
import { RegistryError } from '../model/error.ts'

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
    const reject: unknown = Reflect.get(root, '_reject')
    if (typeof reject !== 'function') return
    Reflect.set(root, '_reject', (error: unknown): unknown => {
      if (error instanceof Error && error.name === 'PrematureCommitError')
        onError(awaited(name, error))
      return Reflect.apply(reject, root, [error]) as unknown
    })
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
