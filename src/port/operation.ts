/** One operation of a store: what it is about, and what its caller hears of it. */

/** Which record, and whose. */
export interface RecordAddress {
  /** String form of the key. */
  readonly key: string
  readonly userId: string
}

/** What a caller gets to know of an operation, and can do about it. */
export interface OperationOptions {
  /** Called once when the operation is inside its transaction (it no longer waits for others). */
  readonly onBegin?: () => void
  /** Aborts the operation when it can still be; the promise then rejects, unless it had landed. */
  readonly signal?: AbortSignal
}
