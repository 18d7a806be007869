/** What must hold of triggers that wait in a record, and of the notes of those that do not. */
import type { TaskRecord } from '../model/record.ts'
import type { Run } from '../model/run.ts'
import type { LandedWrite } from './sim-journal.ts'

/** Whether what waited becomes a run, stays, or is dropped on record. */
export function keepsWaiting(
  what: 'buffered' | 'deferred',
  { before, rows, result }: LandedWrite,
  after: TaskRecord,
): boolean {
  const waiting = before?.[what]
  if (!waiting || after[what]?.runId === waiting.runId) return true
  const goesOn = [after.run, after.deferred].some(
    next => next?.runId === waiting.runId && count(next) >= count(waiting),
  )
  if (goesOn || after.epoch !== before?.epoch) return true
  if ((result as { readonly cancelled?: boolean } | null)?.cancelled === true) return true
  if (rows.some(row => row.status === 'cancelled')) return true
  if (what === 'buffered') return false
  // What was deferred goes along with the run that starts or goes on now; what it may bring needs
  // one that has yet to read its inputs.
  const isAcquired =
    after.lease !== null &&
    after.lease.owner !== before?.lease?.owner &&
    after.run?.runId === before?.run?.runId
  const isRead = waiting.brings && before?.run?.checkpoint.sealed === true
  const isMerged =
    after.run !== null &&
    after.run.runId !== before?.run?.runId &&
    count(after.run) >= count(waiting)
  const isKept = after.deferred !== null && count(after.deferred) >= count(waiting)
  const isAbsorbed =
    isAcquired || tellsOf(after, before) >= tellsOf(before, before) + count(waiting)
  return isMerged || isKept || (isAbsorbed && (!isRead || after.buffered !== null))
}

/** How many triggers the unfinished run of `before` tells of. */
function tellsOf(record: TaskRecord | null, before: TaskRecord | null): number {
  return record?.run && record.run.runId === before?.run?.runId ? count(record.run) : 0
}

function count({ triggers, triggersDropped }: Pick<Run, 'triggers' | 'triggersDropped'>): number {
  return triggers.reduce((sum, note) => sum + note.count, triggersDropped)
}

/** Whether the record tells of the trigger that was decided. */
export function writesDecision({ before, result }: LandedWrite, after: TaskRecord): boolean {
  const decided = result as { readonly decision?: string; readonly needsPresence?: boolean } | null
  if (decided?.decision === undefined || decided.needsPresence) return true
  // What waited in an older epoch was dropped together with its notes.
  if (before && before.epoch !== after.epoch) return countNotes(after) > 0
  return countNotes(after) > countNotes(before) || dropped(after) > dropped(before)
}

/** All triggers that a record tells of. */
function countNotes(record: TaskRecord | null): number {
  const lists = [
    record?.run?.triggers,
    record?.buffered?.triggers,
    record?.deferred?.triggers,
    record?.recent,
  ]
  return lists.reduce((sum, notes) => (notes ?? []).reduce((all, note) => all + note.count, sum), 0)
}

function dropped(record: TaskRecord | null): number {
  const lists = [record?.run, record?.buffered, record?.deferred]
  return lists.reduce((sum, list) => sum + (list?.triggersDropped ?? 0), record?.recentDropped ?? 0)
}
