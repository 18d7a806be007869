/** Which database is it? An id that it keeps for as long as it is there. */
import type { StoreNames } from './idb-rows.ts'
import * as schema from './idb-schema.ts'
import { inTransaction, type TransactionScope } from './idb-transaction.ts'

/** Reads the id of the database. The first to open it gives it one: only then a transaction writes. */
export async function identify(
  db: IDBDatabase,
  { records: name }: StoreNames,
  durability: TransactionScope['durability'],
  id: () => string,
): Promise<string> {
  const scope = { stores: [name], durability }
  const known = await inTransaction<schema.Meta | undefined>(
    db,
    { ...scope, mode: 'readonly' },
    {},
    ({ store, after, finish }) => after(schema.getMeta(store(name)), finish),
  )
  if (known) return known.storeId
  return inTransaction(db, { ...scope, mode: 'readwrite' }, {}, ({ store, after, finish }) => {
    const records = store(name)
    after(schema.getMeta(records), meta => {
      const storeId = meta?.storeId ?? id()
      if (!meta) schema.putMeta(records, { storeId, floor: 0 })
      finish(storeId)
    })
  })
}
