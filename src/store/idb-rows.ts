/** What one transaction of the registry reads together, and what it writes together. */
import type { Decided, StoreState } from '../model/facts.ts'
import type { UserRecord } from '../model/user-record.ts'
import type { RecordAddress } from '../port/store.ts'
import * as schema from './idb-schema.ts'
import type { Inside } from './idb-transaction.ts'

/** Which object stores are the registry's. */
export interface StoreNames {
  /** Holds all that decides: meta, users and records, told apart by the beginnings of their keys. */
  readonly records: string
  /** Holds the finished runs by key and number. */
  readonly history: string
}

/** Reads what a decision about one key is told. */
export function readState<Result>(
  { store, after }: Inside<Result>,
  names: StoreNames,
  { key, userId }: RecordAddress,
  next: (state: Pick<StoreState, 'record' | 'user' | 'floor'>) => void,
): void {
  const records = store(names.records)
  const record = schema.getRecord(records, key)
  after(schema.getUser(records, userId), found => {
    const user = found ?? null
    if (record.result) return next({ record: record.result, user, floor: 0 })
    after(schema.getMeta(records), meta => next({ record: null, user, floor: meta?.floor ?? 0 }))
  })
}

/** Reads what a decision about all users is told. */
export function readUsers<Result>(
  { store, after }: Inside<Result>,
  names: StoreNames,
  next: (users: readonly UserRecord[], floor: number) => void,
): void {
  const records = store(names.records)
  const users = schema.getUsers(records)
  after(schema.getMeta(records), meta => next(users.result, meta?.floor ?? 0))
}

/** Writes what was decided about one key. */
export function putDecided<Result>(
  { store }: Inside<Result>,
  names: StoreNames,
  key: string,
  { record, history }: Decided<Result>,
  historyKept: number,
): void {
  if (record) schema.putRecord(store(names.records), key, record)
  if (history) schema.putHistory(store(names.history), history, historyKept)
}
