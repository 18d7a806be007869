/** What must hold of leases and fences in every transaction on a key. */
import type { TaskRecord } from '../model/record.ts'
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
  /** Whether the agent has been awake and could answer, for so long that nobody may doubt it. */
  answers(agent: string): boolean
  /** Whether a stage function runs under the fence in the agent, and was not told to stop. */
  isWorking(agent: string, key: string, fence: number): boolean
}

/** Whether fences grow with each acquisition, and only then. */
export function keepsFence(
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
export function writesAsHolder(
  write: LandedWrite,
  after: TaskRecord,
  { nameOf }: WriteFacts,
): boolean {
  const { before, by } = write
  const lease = before?.lease
  if (!lease) return true
  const isOwner = nameOf(lease.agent) === by
  if (after.lease?.owner === lease.owner) return isOwner || after.lease.renewSeq === lease.renewSeq
  const did = (write.result as { readonly did?: string } | null)?.did
  const isEpoch = after.epoch !== before?.epoch
  return isOwner || isEpoch || did === 'takeover' || did === 'finalised' || did === 'poisoned'
}

/** Whatever the clocks did, nobody takes a key from an agent that is awake, at work and answers. */
export function robsNobodyAwake(write: LandedWrite, facts: WriteFacts): boolean {
  const { by, key, before, result } = write
  const lease = before?.lease
  const did = (result as { readonly did?: string } | null)?.did
  if (!lease || (did !== 'takeover' && did !== 'poisoned' && did !== 'finalised')) return true
  const owner = facts.nameOf(lease.agent)
  return owner === by || !facts.answers(owner) || !facts.isWorking(owner, key, lease.fence)
}

/** By clocks that never jumped, only a lease that is over, or whose lock is free, is taken. */
export function robsNobody(
  { by, key, before, now, result }: LandedWrite,
  after: TaskRecord,
  facts: WriteFacts,
): boolean {
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

/** Whether a new owner holds the lock that its lease names. */
export function isAnnounced(
  { by, before }: LandedWrite,
  after: TaskRecord,
  facts: WriteFacts,
): boolean {
  const { lease } = after
  if (!lease || lease.owner === before?.lease?.owner) return true
  return lease.presence === null ? facts.mayLackPresence(by) : facts.isPresent(lease.presence)
}
