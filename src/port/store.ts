/** The store: one atomic verb, and reads. Nothing here assumes IndexedDB. */
import type { AccountDecided } from '../model/account.ts'
import type { Decided, StoreState } from '../model/facts.ts'
import type { HistoryRow } from '../model/history-row.ts'
import type { TaskRecord } from '../model/record.ts'
import type { UserRecord } from '../model/user-record.ts'
import type { FencedWrites } from './fenced-writes.ts'
import type { OperationOptions, RecordAddress } from './operation.ts'

export type { OperationOptions, RecordAddress } from './operation.ts'

/** What the deciding function of `transactUser` is told. */
export interface UsersState {
  readonly users: readonly UserRecord[]
  readonly now: number
  readonly storeId: string
  /** No fence and no epoch of somebody without a record may be below it. */
  readonly floor: number
}

/**
 * Where records live. Every promise settles only when it is known whether the write landed:
 * resolved, it has; rejected, it has not. The one exception: a connection that is lost during the
 * commit rejects with `store-unavailable` and `details.landed: 'unknown'`.
 *
 * Operations reject with what the deciding function threw, with the reason of their signal, or with
 * a `RegistryError`: `store-unavailable` (does not open, or was lost twice), `store-failed` (the
 * platform aborted: a full disk, say), `closed`. After each of them but `closed` the next operation
 * tries anew. What was requested later on the same store sees what was requested before.
 */
export interface Store {
  /** Absent where the store cannot run the app's writes in its transactions. */
  readonly fenced?: FencedWrites<never>
  /**
   * Told synchronously of each call of the registry that the app makes inside of a promise zone: of a
   * transaction, say, that must not wait for it.
   */
  readonly noticeCall?: (name: string) => void
  /** What it holds ends with the process. Default: it lasts. */
  readonly volatile?: true
  /**
   * Reads the record and its user, decides, writes: one transaction. `decide` is synchronous and
   * pure; an optimistic store may call it again. The clock is read inside the transaction. Writing
   * the record, adding history rows and trimming them to `historyKept` happen together or not at all.
   */
  transact<Result>(
    address: RecordAddress,
    decide: (state: StoreState) => Decided<Result>,
    options?: OperationOptions,
  ): Promise<Result>
  /** The same for all users at once. */
  transactUser(
    decide: (state: UsersState) => AccountDecided,
    options?: OperationOptions,
  ): Promise<AccountDecided & { readonly storeId: string }>
  /**
   * Decides about all users like `transactUser`, and forgets one of them in the same transaction:
   * when the decision changes that user, the user's row, records and finished runs are deleted
   * instead. When it leaves the user as it was, nothing of the user is deleted. The floor rises above
   * every fence, epoch and version that is deleted; it never falls, and `decide` is told the risen one.
   */
  forget(
    userId: string,
    decide: (state: UsersState) => AccountDecided,
    options?: OperationOptions,
  ): Promise<AccountDecided & { readonly storeId: string }>
  /** One record as it is now. */
  read(address: RecordAddress, options?: OperationOptions): Promise<StoreState>
  /** All users as they are now, in the order of their ids. */
  users(options?: OperationOptions): Promise<UsersState>
  /** Finished runs of a key, the newest first. */
  history(key: string, options?: HistoryOptions): Promise<readonly HistoryRow[]>
  /** All records in the order of their keys, for inspection; no path of a trigger or a run calls it. */
  list(): Promise<readonly TaskRecord[]>
  /** Lets running operations end, then closes; closing twice is harmless. */
  close(): Promise<void>
}

/** Which finished runs. */
export interface HistoryOptions extends OperationOptions {
  /** At most so many. Default 50. */
  readonly limit?: number
  /** Only rows below this number, to page on. */
  readonly beforeSeq?: number
}

/** What a store is made from. */
export interface StoreContext {
  /** Prefixes whatever the store names. */
  readonly name: string
  /** Epoch ms; `transact` asks it inside the transaction. */
  readonly now: () => number
  /** Draws a new random id. */
  readonly id: () => string
  /** Finished runs kept for each key. */
  readonly historyKept: number
  /** Told of what the app does and should not. Default: nobody is told. */
  readonly onError?: (error: unknown) => void
}

/** Makes the store of a registry. The registry that calls it closes it. */
export type StoreFactory = (context: StoreContext) => Store
