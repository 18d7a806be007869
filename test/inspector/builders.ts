/** Insights for tests: plausible wholes, of which a test changes the part it speaks of. */
import type { HistoryRow } from '../../src/index.ts'
import { emptyInsight, type Insight } from '../../src/inspector/insight.ts'
import { ofRows } from '../../src/inspector/learn.ts'
import type { TaskRecord } from '../../src/model/record.ts'
import type { Run } from '../../src/model/run.ts'
import type { TriggerNote } from '../../src/model/trigger.ts'
import { aLease, aRecord, aUser, minute, startAt } from '../model/builders.ts'

export { aLease, minute, startAt }

export function aNote(changes: Partial<TriggerNote> = {}): TriggerNote {
  return {
    source: 'manual',
    at: startAt,
    byUser: true,
    agent: 'tab-a',
    decision: 'started',
    reason: null,
    count: 1,
    ...changes,
  }
}

/** It ran for a minute in `tab-a`. */
export function aRow(changes: Partial<HistoryRow> = {}): HistoryRow {
  return {
    key: 'u1|course_sync',
    seq: 1,
    runId: `run-${changes.seq ?? 1}`,
    source: 'manual',
    byUser: true,
    payload: { secret: 'payload' },
    scheduledAt: null,
    requestedAt: startAt,
    startedAt: startAt,
    endedAt: startAt + minute,
    status: 'succeeded',
    cause: null,
    error: null,
    result: { secret: 'result' },
    agent: 'tab-a',
    agentLabel: 'Courses',
    attempts: 1,
    takeovers: 0,
    recovery: null,
    fence: startAt,
    epoch: 1,
    stages: [{ stage: 'pulling', startedAt: startAt, endedAt: startAt + minute }],
    triggers: [aNote()],
    triggersDropped: 0,
    ...changes,
  }
}

/** Under way in `tab-a` since the beginning. */
export function aRun(changes: Partial<Run> = {}): Run {
  return {
    runId: 'run-now',
    state: 'running',
    source: 'manual',
    byUser: true,
    payload: { secret: 'payload' },
    scheduledAt: null,
    requestedAt: startAt,
    startedAt: startAt,
    attempt: 1,
    counted: 0,
    failures: 0,
    quickRetried: false,
    takeovers: 0,
    takeoversInPlace: 0,
    recovery: null,
    checkpoint: {
      taskVersion: 1,
      finished: [],
      stage: 'pulling',
      cursor: { secret: 'cursor' },
      sealed: false,
    },
    wait: null,
    cancel: null,
    result: { secret: 'result' },
    progress: {
      stage: 'pulling',
      done: 1,
      total: 2,
      detail: { secret: 'detail' },
      n: 1,
      at: startAt,
    },
    stages: [{ stage: 'pulling', startedAt: startAt, endedAt: null }],
    triggers: [aNote()],
    triggersDropped: 0,
    ...changes,
  }
}

/** Somebody holds the key. */
export function aHeldRecord(changes: Partial<TaskRecord> = {}): TaskRecord {
  return aRecord({ version: 5, fence: 7, lease: aLease(), run: aRun(), ...changes })
}

export function anInsight(
  records: readonly TaskRecord[] = [],
  rows: readonly HistoryRow[] = [],
): Insight {
  return {
    ...emptyInsight('test', 'tab-b'),
    phase: 'ready',
    storeId: 'store-1',
    records: new Map(records.map(record => [record.key, record])),
    users: new Map([['u1', aUser()]]),
    ...ofRows(rows),
  }
}
