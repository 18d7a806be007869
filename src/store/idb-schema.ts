/** Where in the database everything lies: keys and values of its two object stores. */
import type { HistoryRow, TaskRecord, UserRecord } from '../model/record.ts'

/** The id of the database, and the floor of fences and epochs whose records are gone. */
export interface Meta {
  readonly storeId: string
  readonly floor: number
}

/** Holds all that decides: meta, users and records, told apart by the beginnings of their keys. */
export const recordsStore = 'records'
/** Holds the finished runs by key and number. */
export const historyStore = 'history'

// A prefix ends in a colon, so that the next character ends the range of all keys beginning with it.
const metaKey = 'meta'
const userPrefix = 'user:'
const recordPrefix = 'record:'

/** Makes the object stores of a new database. */
export function createStores(db: IDBDatabase): void {
  db.createObjectStore(recordsStore)
  db.createObjectStore(historyStore, { keyPath: ['key', 'seq'] })
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

/** Asks for all records, in the order of their keys. */
export function getRecords(records: IDBObjectStore): IDBRequest<TaskRecord[]> {
  return records.getAll(beginningWith(recordPrefix)) as IDBRequest<TaskRecord[]>
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

/** Asks for the finished runs of a key below a number, the oldest first. */
export function getHistory(
  history: IDBObjectStore,
  key: string,
  beforeSeq: number,
): IDBRequest<HistoryRow[]> {
  const asked = IDBKeyRange.bound([key], [key, beforeSeq], false, true)
  return history.getAll(asked) as IDBRequest<HistoryRow[]>
}

/** Adds finished runs of one key, and removes by one range what lies more than `kept` behind the newest. */
export function putHistory(
  history: IDBObjectStore,
  rows: readonly HistoryRow[],
  kept: number,
): void {
  for (const row of rows) history.put(row)
  const newest = rows.at(-1)
  if (!newest || newest.seq <= kept) return
  history.delete(IDBKeyRange.bound([newest.key], [newest.key, newest.seq - kept]))
}

function beginningWith(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, prefix.replace(':', ';'), false, true)
}
