/** The second port of a store, which it may lack: the app's own writes in a commit's transaction. */
import type { Decided, StoreState } from '../model/facts.ts'
import type { OperationOptions, RecordAddress } from './operation.ts'

/** The app's part of a transaction. */
export interface ApplicationWrite<Tx> {
  /** The app's tables that `write` reads or writes, at least one. Others are not blocked by it. */
  readonly tables: readonly string[]
  /**
   * Writes. It may await requests of this transaction and nothing else, and is called at most once
   * for each operation, never when the decision wrote no record.
   */
  readonly write: (tx: Tx) => PromiseLike<unknown>
}

/** What is told of an operation with a write of the app. */
export interface FencedOptions extends OperationOptions {
  /** `true` when the app's write begins, `false` when it has ended: its time is the app's own. */
  readonly onApplication?: (running: boolean) => void
}

/** A store that lives in the app's own database. */
export interface FencedWrites<Tx> {
  /** Names what `write` is given; a task made for another one is refused. */
  readonly kind: string
  /**
   * One transaction: reads and decides; when the decision has a record, runs the app's write to its
   * end and decides again, at the time of then; writes record and history last. Either all of it
   * lands or nothing.
   *
   * Rejects with what `write` threw or rejected with; with `foreign-await` when it awaited something
   * else than requests of this transaction; with `missing-tables`; else like `Store.transact`. The
   * decision moved nothing then.
   */
  transact<Result>(
    address: RecordAddress,
    decide: (state: StoreState) => Decided<Result>,
    application: ApplicationWrite<Tx>,
    options?: FencedOptions,
  ): Promise<Result>
}
