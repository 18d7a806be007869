// Somebody else on the same IndexedDB: opens, deletes, holds transactions.

/** The result of a request. */
export function resultOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error as DOMException))
  })
}

/** A connection that closes only when asked. */
export function openConnection(name: string, version?: number): Promise<IDBDatabase> {
  return resultOf(indexedDB.open(name, version))
}

/** Deletes a database; waits for all who have it open. */
export async function deleteDatabase(name: string): Promise<void> {
  await resultOf(indexedDB.deleteDatabase(name))
}

/** A transaction that stays alive until it is ended. */
export interface HeldTransaction {
  /** Resolves when the transaction has made one more request. */
  turn(): Promise<void>
  /** Lets it complete, and closes its connection. */
  end(): Promise<void>
}

/** Begins a readwrite transaction on a table, and keeps it. */
export async function holdTransaction(name: string, table = 'records'): Promise<HeldTransaction> {
  const db = await openConnection(name)
  const tx = db.transaction(table, 'readwrite')
  const ended = new Promise<void>(resolve => tx.addEventListener('complete', () => resolve()))
  const turns: (() => void)[] = []
  let holding = true
  const hold = (): void => {
    for (const resolve of turns.splice(0)) resolve()
    if (holding) tx.objectStore(table).get('none').addEventListener('success', hold)
  }
  hold()
  return {
    turn: () => new Promise(resolve => turns.push(resolve)),
    async end() {
      holding = false
      await ended
      db.close()
    },
  }
}

/**
 * Whether the platform begins a readwrite transaction on another table while one is held. It may, and
 * need not: Chromium keeps a database in memory (as its private windows do) in SQLite, which has one
 * writer at a time.
 */
export async function runsBeside(
  held: HeldTransaction,
  name: string,
  table: string,
): Promise<boolean> {
  const db = await openConnection(name)
  let hasRun = false
  void resultOf(db.transaction(table, 'readwrite').objectStore(table).get('none')).then(() => {
    hasRun = true
  })
  for (let turn = 0; turn < 50 && !hasRun; turn++) await held.turn()
  db.close()
  return hasRun
}
