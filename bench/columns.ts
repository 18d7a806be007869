/** What is compared: the columns of the table, in their order. */

/** Names of the columns. */
export type Column =
  | 'idb'
  | 'dexie'
  | 'memory'
  | 'transaction'
  | 'lock'
  | 'hop'
  | 'by-hand'
  | 'bc-locks'
  | 'bc'
  | 'tab-election'

/** What people read of each. */
export const columnTitles: Readonly<Record<Column, string>> = {
  idb: 'leasehold, idb',
  dexie: 'leasehold, dexie',
  memory: 'leasehold, memory',
  transaction: 'raw transaction',
  lock: 'raw Web Lock',
  hop: 'raw channel hop',
  'by-hand': 'navigator.locks by hand',
  'bc-locks': 'broadcast-channel, Web Locks',
  bc: 'broadcast-channel, messages',
  'tab-election': 'tab-election',
}

/** All of them. */
export const columns = Object.keys(columnTitles) as readonly Column[]

/** This library, on each of its stores. */
export const ours = ['idb', 'dexie', 'memory'] as const satisfies readonly Column[]

/** Where tabs share a store. */
export const shared = ['idb', 'dexie'] as const satisfies readonly Column[]

/** What people use instead. */
export const peers = [
  'by-hand',
  'bc-locks',
  'bc',
  'tab-election',
] as const satisfies readonly Column[]
