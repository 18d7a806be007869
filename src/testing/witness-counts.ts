/** What kinds of things a write shows: what histories must have reached is counted from it. */
import { isExpired } from '../model/evidence.ts'
import type { LandedWrite } from './sim-journal.ts'
import type { WitnessDeps } from './witness-deps.ts'
import { leaseKindsOf, recoveryKindsOf } from './witness-lease.ts'
import { rowOfWrite } from './witness-rows.ts'
import { waitKindsOf } from './witness-waits.ts'

/** Everything that the write shows, in words. */
export function kindsOf(write: LandedWrite, deps: WitnessDeps): readonly string[] {
  const { result, before, after, rows } = write
  const kinds: string[] = []
  const told = result as {
    readonly decision?: string
    readonly reason?: string | null
    readonly followUp?: boolean
    readonly needsPresence?: boolean
    readonly did?: string
  } | null
  if (told?.decision !== undefined && !told.needsPresence) {
    kinds.push(`decision ${told.decision}${told.reason ? `: ${told.reason}` : ''}`)
    if (told.followUp) kinds.push(`follow-up of ${told.decision}`)
    const row = rowOfWrite(write, deps)
    if (row) kinds.push(row)
  }
  kinds.push(...leaseKindsOf(write, deps), ...recoveryKindsOf(write), ...waitKindsOf(write))
  if (told?.did !== undefined && told.did !== 'nothing') kinds.push(`went on: ${told.did}`)
  if (told?.did === 'takeover') kinds.push(`evidence ${evidenceOf(write, deps)}`)
  const taken = after?.run && after.lease && before?.lease?.owner !== after.lease.owner
  if (taken && after.run.recovery) kinds.push(`recovery ${after.run.recovery}`)
  const newest = after?.recent.at(-1)
  if (newest?.reason === 'slot-missed' && newest.at !== before?.recent.at(-1)?.at)
    kinds.push('decision skipped: slot-missed')
  for (const row of rows) if (row.recovery === 'cancel') kinds.push('recovery cancel')
  for (const row of rows) kinds.push(`ended ${row.status}${row.cause ? `: ${row.cause}` : ''}`)
  if (after?.run?.wait && !before?.run?.wait) kinds.push(`waits: ${after.run.wait.reason}`)
  return kinds
}

/** How the taker of a lease knew. */
function evidenceOf({ before, by, now }: LandedWrite, deps: WitnessDeps): string {
  const lease = before?.lease
  if (!lease) return 'none'
  const owner = nameOf(lease.agent)
  if (owner === by) return 'unused'
  if (lease.presence !== null && deps.holdersOf(lease.presence).includes(by)) return 'presence'
  return isExpired(lease, now) && deps.hasHeard(by, owner) ? 'expired' : 'unchanged'
}

/** Name of the agent that an agent id belongs to: agents draw their id first, `<name>.1`. */
export function nameOf(agentId: string): string {
  return agentId.slice(0, agentId.lastIndexOf('.'))
}
