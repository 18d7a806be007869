/** What must hold of every transaction on a key, whatever led to it. */
import { equalJson } from '../model/json.ts'
import type { TaskRecord } from '../model/record.ts'
import {
  isAnnounced,
  keepsFence,
  robsNobody,
  robsNobodyAwake,
  type WriteFacts,
  writesAsHolder,
} from './rules-lease.ts'
import { keepsWaiting, writesDecision } from './rules-pending.ts'
import type { LandedWrite } from './sim-journal.ts'

/** The promises that the write breaks. */
export function brokenByWrite(write: LandedWrite, facts: WriteFacts): readonly string[] {
  const { before, after } = write
  if (!after) return write.rows.length > 0 ? ['a row is written together with its record'] : []
  const promises: Record<string, boolean> = {
    // The first version lies above those of what was forgotten.
    'the version grows by one with each write': before
      ? after.version === before.version + 1
      : after.version > 0,
    'fences strictly grow': keepsFence(write, after, facts),
    'no accepted write carries a fence below the stored one': writesAsHolder(write, after, facts),
    'a run is running exactly while somebody holds it':
      (after.run?.state === 'running') === (after.lease !== null),
    'an unfinished run that waits has a reason and a way on':
      (after.run?.state === 'waiting') === (after.run?.wait != null) &&
      (after.run?.wait == null ||
        after.run.wait.nextAttemptAt !== null ||
        after.run.wait.reason === 'auth'),
    'what is buffered follows a run': after.buffered === null || after.run !== null,
    'a run ends once': write.rows.every(row => !facts.ended.has(row.runId)),
    'an ended run is not run again': after.run === null || !facts.ended.has(after.run.runId),
    'a run that disappears has a row':
      before?.run == null ||
      before.run.runId === after.run?.runId ||
      write.rows.some(row => row.runId === before.run?.runId),
    'slots only grow, but after a clock that was set back, on record':
      Object.entries(before?.slots ?? {}).every(
        ([id, slot]) => (after.slots[id]?.lastSlot ?? Number.NEGATIVE_INFINITY) >= slot.lastSlot,
      ) ||
      [...after.recent, ...(after.run?.triggers ?? [])].some(
        note => note.reason === 'clock-set-back',
      ),
    'what was buffered becomes a run, is deferred, or is dropped on record': keepsWaiting(
      'buffered',
      write,
      after,
    ),
    'what was deferred becomes a run, stays, or is dropped on record': keepsWaiting(
      'deferred',
      write,
      after,
    ),
    'nothing of a signed-out user is written': respectsEpoch(write, after),
    'a cancelled run moves no further': respectsCancel(write, after),
    'a checkpoint survives whoever goes on with it': keepsCheckpoint(before, after),
    'a lease that is kept is not taken': robsNobody(write, after, facts),
    'nobody takes a key from an agent that is awake and answers': robsNobodyAwake(write, facts),
    'a trigger is written down with its decision': writesDecision(write, after),
    'a cancel drops what was buffered and deferred before it': cancelsAll(write, after),
    'an owner holds the presence lock that its lease names': isAnnounced(write, after, facts),
  }
  return Object.entries(promises).flatMap(([promise, holds]) => (holds ? [] : [promise]))
}

function respectsEpoch({ before, user, rows }: LandedWrite, after: TaskRecord): boolean {
  if (user?.signedIn && after.epoch === user.epoch) {
    const old = before?.run && before.epoch !== user.epoch ? before.run.runId : null
    return old === null || rows.some(row => row.runId === old && row.status === 'signed-out')
  }
  return after.run === null && after.lease === null && !after.buffered && !after.deferred
}

function respectsCancel({ before, rows }: LandedWrite, after: TaskRecord): boolean {
  const run = before?.run
  if (!run?.cancel) return true
  if (after.run?.runId === run.runId)
    return equalJson(after.run.checkpoint as never, run.checkpoint as never)
  return rows.some(
    row => row.runId === run.runId && (row.status === 'cancelled' || row.status === 'signed-out'),
  )
}

function keepsCheckpoint(before: TaskRecord | null, after: TaskRecord): boolean {
  const [old, next] = [before?.run, after.run]
  if (!old || !next || old.runId !== next.runId) return true
  // What another version left was brought into its form, or begins anew.
  if (old.checkpoint.taskVersion !== next.checkpoint.taskVersion)
    return next.checkpoint.sealed || !old.checkpoint.sealed
  const finished = old.checkpoint.finished.every(stage => next.checkpoint.finished.includes(stage))
  const sealed = next.checkpoint.sealed || !old.checkpoint.sealed
  const isAcquired = after.lease !== null && before?.lease?.owner !== after.lease.owner
  const place = old.checkpoint.stage === next.checkpoint.stage
  const cursor = equalJson(old.checkpoint.cursor, next.checkpoint.cursor)
  return finished && sealed && (!isAcquired || (place && cursor))
}

function cancelsAll({ result }: LandedWrite, after: TaskRecord): boolean {
  const isCancel = (result as { readonly cancelled?: boolean } | null)?.cancelled === true
  const isRequest = isCancel && 'requested' in (result as object)
  return !isRequest || (after.buffered === null && after.deferred === null)
}
