/** What must hold of every write of every rule, whatever led to it. */
import type { HistoryRow } from '../../src/model/history-row.ts'
import type { TaskRecord } from '../../src/model/record.ts'
import type { TriggerNote } from '../../src/model/trigger.ts'

const notesKept = 20

/** What a rule wrote, and what was there before. */
export interface Write {
  readonly before: TaskRecord | null
  readonly after: TaskRecord
  readonly rows: readonly HistoryRow[]
  /** Runs that had ended before. */
  readonly ended: ReadonlySet<string>
}

/** Throws, naming the promise, when a write breaks one. */
export function checkWrite(write: Write): void {
  const { before, after, rows, ended } = write
  const promises: Record<string, boolean> = {
    'the version grows by one with each write': after.version === (before?.version ?? 0) + 1,
    'the fence never falls': after.fence >= (before?.fence ?? 0),
    'a new owner has a larger fence than any before':
      after.lease === null ||
      after.lease.owner === before?.lease?.owner ||
      after.fence > (before?.fence ?? 0),
    'the owner holds the newest fence': after.lease === null || after.lease.fence === after.fence,
    'a run is running exactly while somebody holds it':
      (after.run?.state === 'running') === (after.lease !== null),
    'a waiting run says why, and only that one':
      (after.run?.state === 'waiting') === (after.run?.wait != null),
    'a waiting run has a way on':
      after.run?.wait == null ||
      after.run.wait.nextAttemptAt !== null ||
      after.run.wait.reason === 'auth',
    'what is buffered follows a run': after.buffered === null || after.run !== null,
    'while a run is running nothing of the key is deferred':
      after.lease === null || after.deferred === null,
    'an ended run is not run again': after.run === null || !ended.has(after.run.runId),
    'each row has the next number': rows.every(
      (row, i) => row.seq === (before?.historySeq ?? 0) + i + 1,
    ),
    'the record knows the last row': after.historySeq === (before?.historySeq ?? 0) + rows.length,
    'a run ends once': rows.every(row => !ended.has(row.runId)),
    'slots only grow, but after a clock that was set back, on record':
      Object.entries(before?.slots ?? {}).every(
        ([id, slot]) => (after.slots[id]?.lastSlot ?? Number.NEGATIVE_INFINITY) >= slot.lastSlot,
      ) ||
      [...after.recent, ...(after.run?.triggers ?? [])].some(
        note => note.reason === 'clock-set-back',
      ),
    'a run that disappears has a row':
      before?.run == null ||
      before.run.runId === after.run?.runId ||
      rows.some(row => row.runId === before.run?.runId),
    'notes are bounded': [
      after.recent,
      after.run?.triggers,
      after.buffered?.triggers,
      after.deferred?.triggers,
    ].every(notes => (notes?.length ?? 0) <= notesKept),
    'what was buffered becomes a run, is deferred, or is dropped with a cancel or a sign-out':
      keepsBuffered(write),
    'what was deferred is run, goes with the run, or is dropped with a cancel or a sign-out':
      keepsDeferred(write),
  }
  for (const [promise, holds] of Object.entries(promises))
    if (!holds) throw new Error(broken(promise, write))
  checkPlain(after, 'record')
  checkPlain(rows, 'rows')
}

/** How many triggers a list of notes stands for. */
export function countOf(notes: readonly TriggerNote[] | undefined, dropped = 0): number {
  return (notes ?? []).reduce((sum, note) => sum + note.count, dropped)
}

function keepsBuffered({ before, after, rows }: Write): boolean {
  const buffered = before?.buffered
  if (!buffered || after.buffered?.runId === buffered.runId) return true
  const isKept = after.run?.runId === buffered.runId || after.deferred?.runId === buffered.runId
  return isKept || isDropped({ before, after, rows })
}

function keepsDeferred({ before, after, rows }: Write): boolean {
  const deferred = before?.deferred
  if (!deferred || after.deferred?.runId === deferred.runId) return true
  const joined =
    countOf(after.run?.triggers, after.run?.triggersDropped) -
    countOf(before.run?.triggers, before.run?.triggersDropped)
  const goesAlong =
    before.run?.runId === after.run?.runId &&
    joined >= countOf(deferred.triggers, deferred.triggersDropped)
  return (
    after.run?.runId === deferred.runId ||
    goesAlong ||
    after.deferred !== null ||
    isDropped({ before, after, rows })
  )
}

function isDropped({ before, after, rows }: Omit<Write, 'ended'>): boolean {
  const ends = rows.map(row => row.status)
  const isCancelled = after.run?.cancel != null || ends.includes('cancelled')
  const isSignedOut = after.epoch !== before?.epoch
  const nothingRan = before?.run === null && after.run === null
  return isCancelled || isSignedOut || nothingRan
}

/** Plain JSON that survives a round trip as it is: no `undefined`, no number that JSON lacks. */
function checkPlain(value: unknown, path: string): void {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return
  if (typeof value === 'number' && Number.isFinite(value)) return
  if (typeof value !== 'object')
    throw new Error(`${path} is no plain JSON: ${typeof value}, ${JSON.stringify(value)}`)
  for (const [name, part] of Object.entries(value)) checkPlain(part, `${path}.${name}`)
}

function broken(promise: string, { before, after, rows }: Write): string {
  return `broken: ${promise}\n${JSON.stringify({ before, after, rows }, null, 1)}`
}
