/** What a write shows of leases: how they were got, kept, taken and left. */
import { isFromFuture } from '../model/evidence.ts'
import type { LandedWrite } from './sim-journal.ts'
import type { WitnessDeps } from './witness-deps.ts'

/** A hidden agent writes leases of at least this length, ms. */
const hiddenTtlMs = 150_000

/** Everything that the write shows of its key's lease, in words. */
export function leaseKindsOf(write: LandedWrite, deps: WitnessDeps): readonly string[] {
  const { by, before, after, now, result } = write
  const lease = after?.lease
  if (!lease) return []
  const kinds: string[] = []
  const old = before?.lease
  const did = (result as { readonly did?: string } | null)?.did
  if (lease.ttlMs >= hiddenTtlMs) kinds.push('lease of a hidden agent')
  if (old?.owner === lease.owner) {
    if (lease.renewSeq === old.renewSeq) return kinds
    kinds.push('lease renewed')
    if (now >= old.expiresAt) kinds.push('lease taken up again after its expiry')
    if (lease.presence !== old.presence) kinds.push('lease taken up again under a new lock')
    return kinds
  }
  kinds.push(lease.presence === null ? 'lease without a lock' : 'lease with a lock')
  kinds.push(lease.fence === now ? 'fence from the clock' : 'fence above the clock')
  if (!old) kinds.push('evidence free')
  if (did !== 'takeover') return kinds
  if (!deps.isVisible(by)) kinds.push('takeover by a hidden agent')
  if (old && isFromFuture(old, now)) kinds.push('takeover of a lease dated in the future')
  if (after.run?.takeoversInPlace === before?.run?.takeoversInPlace)
    kinds.push('takeover after a bye')
  return kinds
}

/** Where a run that is begun or gone on with goes on, and why. */
export function recoveryKindsOf({ before, after }: LandedWrite): readonly string[] {
  const run = after?.run
  if (!run || !after.lease || before?.lease?.owner === after.lease.owner) return []
  if (before?.run?.runId !== run.runId)
    return Object.keys(after.bookmarks).length > 0
      ? ['goes on: a new occurrence with the bookmarks of earlier ones']
      : ['goes on: a first occurrence']
  const { checkpoint } = before.run
  const choice = run.recovery ?? 'none'
  if (checkpoint.taskVersion !== run.checkpoint.taskVersion)
    return [`goes on: ${choice} from another version`]
  if (choice !== 'resume') return [`goes on: ${choice}`]
  return [
    checkpoint.cursor === null
      ? 'goes on: resume after finished stages'
      : 'goes on: resume at a cursor',
  ]
}
