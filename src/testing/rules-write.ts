/** What must hold of every transaction on a key, whatever led to it. */
import { equalJson } from '../model/json.ts'
import type { TaskRecord } from '../model/record.ts'
import { keepsWaiting, writesDecision } from './rules-pending.ts'
import type { LandedWrite } from './sim-journal.ts'

/** What the rules of writes know besides the write. */
export interface WriteFacts {
  /** The highest fence that the key ever had. */
  readonly highestFence: number
  /** Runs that have ended. */
  readonly ended: ReadonlySet<string>
  /** Name of the agent that an agent id belongs to. */
  nameOf(agentId: string): string
  /** Whether the owner's presence lock is held by the owner. */
  isPresent(lock: string): boolean
  /** Whether an acquisition of the agent may come without a lock. */
  mayLackPresence(agent: string): boolean
  /** Whether a stage function of the key has not returned in the agent. */
  isOpen(agent: string, key: string): boolean
  /** Since when, by the monotonic clock, owner and renewal of the key's lease are the same. */
  readonly unchangedMs: number
  readonly clockJumped: boolean
}

/** The promises that the write breaks. */
export function brokenByWrite(write: LandedWrite, facts: WriteFacts): readonly string[] {
  const { before, after } = write
  if (!after) return write.rows.length > 0 ? ['a row is written together with its record'] : []
  const promises: Record<string, boolean> = {
    'the version grows by one with each write': after.version === (before?.version ?? 0) + 1,
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
    'slots only grow': Object.entries(before?.slots ?? {}).every(
      ([id, slot]) => (after.slots[id]?.lastSlot ?? Number.NEGATIVE_INFINITY) >= slot.lastSlot,
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
    'a trigger is written down with its decision': writesDecision(write, after),
    'a cancel drops what was buffered and deferred before it': cancelsAll(write, after),
    'an owner holds the presence lock that its lease names': isAnnounced(write, after, facts),
  }
  return Object.entries(promises).flatMap(([promise, holds]) => (holds ? [] : [promise]))
}

function keepsFence(
  { before }: LandedWrite,
  after: TaskRecord,
  { highestFence }: WriteFacts,
): boolean {
  if (after.fence < highestFence) return false
  if (!after.lease) return true
  const isSame =
    before?.lease?.owner === after.lease.owner && before.lease.fence === after.lease.fence
  return after.lease.fence === after.fence && (isSame || after.fence > highestFence)
}

/** A renewal, commit or settle changes a lease only in the hands of the agent that it names. */
function writesAsHolder(write: LandedWrite, after: TaskRecord, { nameOf }: WriteFacts): boolean {
  const { before, by } = write
  const lease = before?.lease
  if (!lease) return true
  const isOwner = nameOf(lease.agent) === by
  if (after.lease?.owner === lease.owner) return isOwner || after.lease.renewSeq === lease.renewSeq
  const did = (write.result as { readonly did?: string } | null)?.did
  const isEpoch = after.epoch !== before?.epoch
  return isOwner || isEpoch || did === 'takeover' || did === 'finalised' || did === 'poisoned'
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
  const finished = old.checkpoint.finished.every(stage => next.checkpoint.finished.includes(stage))
  const sealed = next.checkpoint.sealed || !old.checkpoint.sealed
  const isAcquired = after.lease !== null && before?.lease?.owner !== after.lease.owner
  const place = old.checkpoint.stage === next.checkpoint.stage
  const cursor = equalJson(old.checkpoint.cursor, next.checkpoint.cursor)
  return finished && sealed && (!isAcquired || (place && cursor))
}

/** By clocks that never jumped, only a lease that is over, or whose lock is free, is taken. */
function robsNobody(
  { by, key, before, now, result }: LandedWrite,
  after: TaskRecord,
  facts: WriteFacts,
) {
  const lease = before?.lease
  const did = (result as { readonly did?: string } | null)?.did
  const isTaken =
    did === 'takeover' || did === 'poisoned' || (did === 'finalised' && after !== null)
  if (!lease || !isTaken) return true
  if (facts.nameOf(lease.agent) === by) return !facts.isOpen(by, key)
  if (facts.clockJumped) return true
  const isFree = lease.presence !== null && !facts.isPresent(lease.presence)
  return isFree || now >= lease.expiresAt || facts.unchangedMs >= lease.ttlMs
}

function cancelsAll({ result }: LandedWrite, after: TaskRecord): boolean {
  const isCancel = (result as { readonly cancelled?: boolean } | null)?.cancelled === true
  const isRequest = isCancel && 'requested' in (result as object)
  return !isRequest || (after.buffered === null && after.deferred === null)
}

function isAnnounced({ by, before }: LandedWrite, after: TaskRecord, facts: WriteFacts): boolean {
  const { lease } = after
  if (!lease || lease.owner === before?.lease?.owner) return true
  return lease.presence === null ? facts.mayLackPresence(by) : facts.isPresent(lease.presence)
}
