/** What a settle answers. */
import type { FailureCause, TaskError } from './failure.ts'
import type { HistoryRow, OutcomeStatus } from './history-row.ts'
import type { Wait } from './run.ts'

/** What became of the run. */
export interface Settled {
  readonly runId: string
  readonly status: OutcomeStatus | 'waiting' | 'handed-over'
  readonly cause: FailureCause | null
  readonly error: TaskError | null
  readonly wait: Wait | null
}

/** The answer to a settle. */
export type SettleResult =
  /** `row` is the history row of an ended run; `promoted`: the caller's new owner holds the follow-up. */
  | {
      readonly ok: true
      readonly settled: Settled
      readonly row: HistoryRow | null
      readonly promoted: boolean
    }
  | { readonly ok: false; readonly reason: 'lease-lost' | 'signed-out' }
