/** Where in memory everything lies, and how it gets in and out without being shared. */
import type { StoreState } from '../model/facts.ts'
import type { HistoryRow } from '../model/history-row.ts'
import type { TaskRecord } from '../model/record.ts'
import type { UserRecord } from '../model/user-record.ts'
import type { RecordAddress, StoreContext, UsersState } from '../port/store.ts'

/** What is stored under one registry name. Deleting it from its memory is what an eviction does. */
export interface MemoryDatabase {
  readonly storeId: string
  /** No fence and no epoch of a lost record may be below it. */
  floor: number
  readonly records: Map<string, TaskRecord>
  readonly users: Map<string, UserRecord>
  /** The rows of each key, the oldest first. */
  readonly history: Map<string, readonly HistoryRow[]>
}

/** Data that all agents of one process may share, and that outlives them. */
export interface Memory {
  /** By registry name. */
  readonly databases: Map<string, MemoryDatabase>
}

/** Memory without data. */
export function createMemory(): Memory {
  return { databases: new Map() }
}

/** The database of a registry name, made when there is none. */
export function databaseOf({ databases }: Memory, { name, id }: StoreContext): MemoryDatabase {
  const existing = databases.get(name)
  if (existing) return existing
  const created: MemoryDatabase = {
    storeId: id(),
    floor: 0,
    records: new Map(),
    users: new Map(),
    history: new Map(),
  }
  databases.set(name, created)
  return created
}

/** The records whose keys begin so. */
export function recordsOf({ records }: MemoryDatabase, prefix: string): readonly TaskRecord[] {
  return [...records].filter(([key]) => key.startsWith(prefix)).map(([, record]) => record)
}

/** Deletes a user, and the records and finished runs whose keys begin so. */
export function deleteUser(database: MemoryDatabase, userId: string, prefix: string): void {
  database.users.delete(userId)
  for (const map of [database.records, database.history]) {
    for (const key of map.keys()) if (key.startsWith(prefix)) map.delete(key)
  }
}

/** Makes a value that neither the store nor who gave or gets it can change under the other. */
export type Copy = <Value>(value: Value) => Value

/** A copy of what a deciding function is told of one key. */
export function copyState(
  database: MemoryDatabase,
  { key, userId }: RecordAddress,
  now: number,
  copy: Copy,
): StoreState {
  const record = database.records.get(key) ?? null
  const user = database.users.get(userId) ?? null
  const { storeId } = database
  return { ...copy({ record, user }), now, storeId, floor: record ? 0 : database.floor }
}

/** A copy of what a deciding function is told of all users. */
export function copyUsers(database: MemoryDatabase, now: number, copy: Copy): UsersState {
  const { storeId, floor } = database
  return { users: copySorted(database.users, copy), now, storeId, floor }
}

/** Copies of all values, in the order of their keys. */
export function copySorted<Value>(map: ReadonlyMap<string, Value>, copy: Copy): readonly Value[] {
  const entries = [...map].sort(([a], [b]) => (a < b ? -1 : 1))
  return copy(entries.map(([, value]) => value))
}

/** Adds finished runs of one key, and removes what lies more than `kept` behind the newest. */
export function addHistory(
  { history }: MemoryDatabase,
  key: string,
  added: readonly HistoryRow[],
  kept: number,
): void {
  const newest = added.at(-1)
  if (!newest) return
  const bySeq = new Map([...(history.get(key) ?? []), ...added].map(row => [row.seq, row]))
  const rows = [...bySeq.values()].filter(row => row.seq > newest.seq - kept)
  history.set(
    key,
    rows.sort((a, b) => a.seq - b.seq),
  )
}
