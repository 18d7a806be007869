/** How an occurrence ends: the outcome, its row in the history, and what the key keeps. */
import type { TaskError } from './failure.ts'
import type { HistoryRow, LastOutcome, OutcomeStatus } from './history-row.ts'
import type { TaskRecord } from './record.ts'
import type { Run } from './run.ts'

/** What ends an occurrence. */
export interface RunEnd {
  readonly status: OutcomeStatus
  readonly cause?: LastOutcome['cause']
  readonly error?: TaskError | null
}

/** Ends the run of a record, releases its lease and makes its history row. A record without a run stays. */
export function endRun(
  record: TaskRecord,
  end: RunEnd,
  now: number,
  agent: { readonly agent: string; readonly agentLabel: string },
): { readonly record: TaskRecord; readonly row: HistoryRow | null } {
  const run = record.run
  if (!run) return { record, row: null }
  const seq = record.historySeq + 1
  const holder = record.lease ?? agent
  const { status, cause = null, error = null } = end
  const {
    runId,
    source,
    byUser,
    payload,
    scheduledAt,
    requestedAt,
    startedAt,
    takeovers,
    recovery,
    triggers,
  } = run
  const row: HistoryRow = {
    key: record.key,
    seq,
    runId,
    source,
    byUser,
    payload,
    scheduledAt,
    requestedAt,
    startedAt,
    endedAt: now,
    status,
    cause,
    // Who ends a run that kept failing wants to read why.
    error: status === 'succeeded' ? null : (error ?? run.lastError ?? null),
    result: status === 'succeeded' ? run.result : null,
    agent: holder.agent,
    agentLabel: holder.agentLabel,
    attempts: run.attempt,
    takeovers,
    recovery,
    fence: record.fence,
    epoch: record.epoch,
    stages: run.stages.map(time => ({ ...time, endedAt: time.endedAt ?? now })),
    triggers,
    triggersDropped: run.triggersDropped,
  }
  const last: LastOutcome = {
    runId,
    seq,
    status,
    cause,
    error,
    at: now,
    taskVersion: run.checkpoint.taskVersion,
    payload: isUndone(status, run) ? payload : null,
  }
  return {
    record: {
      ...record,
      lease: null,
      run: null,
      last,
      historySeq: seq,
      lastSuccessAt: status === 'succeeded' ? now : record.lastSuccessAt,
    },
    row,
  }
}

/** What failed, or was replaced, is still to be done; what a person cancelled is not. */
function isUndone(status: OutcomeStatus, run: Run): boolean {
  return status === 'failed' || (status === 'cancelled' && run.cancel?.reason === 'superseded')
}
