/** What is told of a run that ended, or that waits. */
import type { FailureCause, TaskError } from './failure.ts'
import type { HistoryRow } from './history-row.ts'
import type { Json } from './json.ts'
import type { Wait } from './run.ts'

/** What became of the run that answers a trigger. */
export type TaskOutcome<Result> =
  | { readonly status: 'succeeded'; readonly runId: string; readonly result: Result | null }
  | {
      readonly status: 'failed'
      readonly runId: string
      readonly cause: FailureCause
      readonly error: TaskError
    }
  | { readonly status: 'cancelled' | 'signed-out'; readonly runId: string }
  | {
      readonly status: 'waiting'
      readonly runId: string
      readonly reason: Wait['reason']
      readonly nextAttemptAt: number | null
      readonly error: TaskError
    }
  /** The trigger ran nothing. */
  | { readonly status: 'skipped' | 'rejected' | 'deferred' }
  /** The registry was closed, or nothing is known of the run any more. */
  | { readonly status: 'unknown' }

/** The outcome that a row or a last outcome tells of. */
export function outcomeOf(
  ended: Pick<HistoryRow, 'runId' | 'status' | 'cause' | 'error'> & { readonly result?: Json },
): TaskOutcome<Json> {
  const { runId, status } = ended
  if (status === 'succeeded') return { status, runId, result: ended.result ?? null }
  return status === 'failed' ? { status, runId, ...failureOf(ended) } : { status, runId }
}

/** Cause and error of a failed run. Every one has both; types of what is stored cannot say so. */
export function failureOf({ cause, error }: Pick<HistoryRow, 'cause' | 'error'>): {
  readonly cause: FailureCause
  readonly error: TaskError
} {
  return {
    cause: cause ?? 'fatal',
    error: error ?? { failureClass: 'fatal', name: 'Error', message: '' },
  }
}
