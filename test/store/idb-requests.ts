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

/** Begins a readwrite transaction on the records of a store, and keeps it. */
export async function holdTransaction(name: string): Promise<HeldTransaction> {
  const db = await openConnection(name)
  const tx = db.transaction('records', 'readwrite')
  const ended = new Promise<void>(resolve => tx.addEventListener('complete', () => resolve()))
  const turns: (() => void)[] = []
  let holding = true
  const hold = (): void => {
    for (const resolve of turns.splice(0)) resolve()
    if (holding) tx.objectStore('records').get('none').addEventListener('success', hold)
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
