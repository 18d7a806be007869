/** What of an insight may leave the page as a file? No payload, cursor, result or progress detail is in it. */
import type { TaskError } from '../model/failure.ts'
import type { HistoryRow } from '../model/history-row.ts'
import type { Json } from '../model/json.ts'
import type { Lease } from '../model/lease.ts'
import type { PendingTriggers } from '../model/pending-triggers.ts'
import type { TaskRecord } from '../model/record.ts'
import type { Run, StageTime } from '../model/run.ts'
import type { TriggerNote } from '../model/trigger.ts'
import type { Insight } from './insight.ts'

/** Changes the message of an error before it is exported; the registry's own `redact`. */
export type Redact = (message: string) => string

/**
 * The insight as plain JSON. Members are listed one by one, so that what another version adds to a record
 * stays out until somebody decided about it.
 */
export function exportInsight(insight: Insight, exportedAt: number, redactOf: Redact): Json {
  const redact = withoutThrowing(redactOf)
  const { health, records, users, rows, isCut } = insight
  return toJson({
    format: 'leasehold-inspector-1',
    exportedAt,
    ...pick(insight, ['name', 'agent', 'storeId']),
    health:
      health.state === 'unavailable' ? { ...health, message: redact(health.message) } : health,
    users: [...users.values()].map(user =>
      pick(user, ['userId', 'version', 'epoch', 'signedIn', 'signedInAt']),
    ),
    keys: [...records.values()].map(record => exportRecord(record, redact)),
    history: rows.map(row => exportRow(row, redact)),
    historyIsCut: isCut,
  })
}

function exportRecord(record: TaskRecord, redact: Redact): object {
  const { lease, run, paused, buffered, deferred, slots, last, recent } = record
  return {
    ...pick(record, ['schemaVersion', 'key', 'userId', 'scope', 'version', 'epoch', 'fence']),
    lease: lease && exportLease(lease),
    paused: paused && pick(paused, ['at']),
    slots: Object.fromEntries(
      Object.entries(slots).map(([id, slot]) => [id, pick(slot, ['anchorAt', 'lastSlot'])]),
    ),
    run: run && exportRun(run, redact),
    buffered: buffered && exportPending(buffered),
    deferred: deferred && { ...exportPending(deferred), ...pick(deferred, ['reason', 'dueAt']) },
    last: last && {
      ...pick(last, ['runId', 'status', 'cause', 'at', 'taskVersion']),
      error: exportError(last.error, redact),
    },
    ...pick(record, ['lastStartAt', 'lastSuccessAt', 'historySeq', 'recentDropped']),
    recent: recent.map(note => ({ ...exportNote(note), runId: note.runId })),
  }
}

function exportRun(run: Run, redact: Redact): object {
  const { cancel, stages, triggers, checkpoint, wait, progress } = run
  return {
    ...pick(run, ['runId', 'state', 'source', 'byUser', 'scheduledAt', 'requestedAt']),
    ...pick(run, ['startedAt', 'attempt', 'counted', 'failures', 'takeovers', 'takeoversInPlace']),
    ...pick(run, ['recovery', 'triggersDropped', 'isReset']),
    cancel: cancel && pick(cancel, ['at', 'agent', 'reason']),
    stages: stages.map(exportStage),
    triggers: triggers.map(exportNote),
    checkpoint: pick(checkpoint, ['taskVersion', 'finished', 'stage', 'sealed']),
    wait: wait && {
      ...pick(wait, ['reason', 'since', 'nextAttemptAt']),
      error: exportError(wait.error, redact),
    },
    lastError: exportError(run.lastError ?? null, redact),
    progress: progress && pick(progress, ['stage', 'done', 'total', 'n', 'at']),
  }
}

function exportRow(row: HistoryRow, redact: Redact): object {
  return {
    ...pick(row, ['key', 'seq', 'runId', 'source', 'byUser', 'scheduledAt', 'requestedAt']),
    ...pick(row, ['startedAt', 'endedAt', 'status', 'cause', 'agent', 'agentLabel', 'attempts']),
    ...pick(row, ['takeovers', 'recovery', 'fence', 'epoch', 'triggersDropped']),
    error: exportError(row.error, redact),
    stages: row.stages.map(exportStage),
    triggers: row.triggers.map(exportNote),
  }
}

function exportPending(pending: PendingTriggers): object {
  return {
    ...pick(pending, ['runId', 'triggersDropped', 'byUser', 'brings', 'scheduledAt']),
    ...pick(pending, ['requestedAt']),
    triggers: pending.triggers.map(exportNote),
  }
}

function exportLease(lease: Lease): object {
  return {
    ...pick(lease, ['fence', 'agent', 'agentKind', 'agentLabel', 'presence', 'acquiredAt']),
    ...pick(lease, ['renewedAt', 'renewSeq', 'ttlMs', 'expiresAt']),
  }
}

function exportNote(note: TriggerNote): object {
  return {
    ...pick(note, ['source', 'at', 'byUser', 'agent', 'decision', 'reason', 'count']),
    news: note.news ?? false,
  }
}

function exportStage(time: StageTime): object {
  return pick(time, ['stage', 'startedAt', 'endedAt'])
}

function exportError(error: TaskError | null, redact: Redact): object | null {
  return error && { ...pick(error, ['failureClass', 'name']), message: redact(error.message) }
}

/** These members, and no other. */
function pick<Whole extends object>(whole: Whole, names: readonly (keyof Whole)[]): object {
  return Object.fromEntries(names.map(name => [name, whole[name]]))
}

/** What cannot be redacted does not leave the page; all the rest does. */
function withoutThrowing(redact: Redact): Redact {
  return message => {
    try {
      const redacted: unknown = redact(message)
      if (typeof redacted === 'string') return redacted
    } catch {
      // The app's own function: what it throws is none of the file's business.
    }
    return 'could not be redacted'
  }
}

function toJson(value: object): Json {
  return value as Json
}
