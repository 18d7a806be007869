/** Where in the database everything lies: keys and values of the registry's two object stores. */
import type { HistoryRow } from '../model/history-row.ts'
import type { TaskRecord } from '../model/record.ts'
import type { UserRecord } from '../model/user-record.ts'

/** The id of the database, and the floor of fences and epochs whose records are gone. */
export interface Meta {
  readonly storeId: string
  readonly floor: number
}

const metaKey = 'meta'
const userPrefix = 'user:'
const recordPrefix = 'record:'

const surplusRuns = 16

/** Makes the object stores, in an upgrade. */
export function createStores(
  db: IDBDatabase,
  { records, history }: { readonly records: string; readonly history: string },
): void {
  db.createObjectStore(records)
  db.createObjectStore(history, { keyPath: ['key', 'seq'] })
}

/** Asks for the meta row. */
export function getMeta(records: IDBObjectStore): IDBRequest<Meta | undefined> {
  return records.get(metaKey) as IDBRequest<Meta | undefined>
}

/** Writes the meta row. */
export function putMeta(records: IDBObjectStore, meta: Meta): void {
  records.put(meta, metaKey)
}

/** Asks for the record of a key. */
export function getRecord(
  records: IDBObjectStore,
  key: string,
): IDBRequest<TaskRecord | undefined> {
  return records.get(recordPrefix + key) as IDBRequest<TaskRecord | undefined>
}

/** Asks for all records whose keys begin so, in the order of their keys. */
export function getRecords(records: IDBObjectStore, keyPrefix = ''): IDBRequest<TaskRecord[]> {
  return records.getAll(beginningWith(recordPrefix + keyPrefix)) as IDBRequest<TaskRecord[]>
}

/** Writes the record of a key. */
export function putRecord(records: IDBObjectStore, key: string, record: TaskRecord): void {
  records.put(record, recordPrefix + key)
}

/** Asks for one user. */
export function getUser(
  records: IDBObjectStore,
  userId: string,
): IDBRequest<UserRecord | undefined> {
  return records.get(userPrefix + userId) as IDBRequest<UserRecord | undefined>
}

/** Asks for all users, in the order of their ids. */
export function getUsers(records: IDBObjectStore): IDBRequest<UserRecord[]> {
  return records.getAll(beginningWith(userPrefix)) as IDBRequest<UserRecord[]>
}

/** Writes one user. */
export function putUser(records: IDBObjectStore, user: UserRecord): void {
  records.put(user, userPrefix + user.userId)
}

/** Deletes a user with the records whose keys begin so. */
export function deleteUser(records: IDBObjectStore, userId: string, keyPrefix: string): void {
  records.delete(userPrefix + userId)
  records.delete(beginningWith(recordPrefix + keyPrefix))
}

/** Deletes the finished runs of all keys that begin so. */
export function deleteHistory(history: IDBObjectStore, keyPrefix: string): void {
  history.delete(IDBKeyRange.bound([keyPrefix], [after(keyPrefix)], false, true))
}

/** Asks for the finished runs of a key, the oldest first, surplus included. */
export function getHistory(history: IDBObjectStore, key: string): IDBRequest<HistoryRow[]> {
  const all = IDBKeyRange.bound([key], [key, Number.POSITIVE_INFINITY])
  return history.getAll(all) as IDBRequest<HistoryRow[]>
}

/**
 * Adds finished runs of one key. What lies more than `kept` behind the newest is surplus: readers
 * skip it, and with each sixteenth run one range delete takes it away. A delete costs a quarter of a
 * whole settle, so that not every settle can have one.
 */
export function putHistory(
  history: IDBObjectStore,
  rows: readonly HistoryRow[],
  kept: number,
): void {
  for (const row of rows) history.put(row)
  const newest = rows.at(-1)
  if (!newest || newest.seq <= kept) return
  const isTime = newest.seq % surplusRuns < rows.length
  if (isTime) history.delete(IDBKeyRange.bound([newest.key], [newest.key, newest.seq - kept]))
}

function beginningWith(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, after(prefix), false, true)
}

/** The first text after all that begin so: prefixes end in a colon or a bar, which have a next character. */
function after(prefix: string): string {
  return prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)
}
