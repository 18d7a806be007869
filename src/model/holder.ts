/** Whether a writer still holds the key: store, epoch, owner, fence. */
import type { Lease } from './lease.ts'
import { addNotes } from './notes.ts'
import { isCurrent } from './epoch.ts'
import type { StoreState } from './facts.ts'
import type { TaskRecord } from './record.ts'
import type { Run } from './run.ts'
import type { TriggerNote } from './trigger.ts'

/** Who claims to hold the key. */
export interface Holder {
  readonly owner: string
  readonly fence: number
  readonly storeId: string
}

/** What a holder may write, or why it may not. */
export type Held =
  | { readonly ok: true; readonly record: TaskRecord; readonly run: Run; readonly lease: Lease }
  | { readonly ok: false; readonly reason: 'lease-lost' | 'signed-out' }

/** Verifies a holder against the store's state. A requested cancel is left to the caller. */
export function verifyHolder(state: StoreState, holder: Holder): Held {
  const { record, user } = state
  if (state.storeId !== holder.storeId) return { ok: false, reason: 'lease-lost' }
  // Nothing is left of somebody who was forgotten.
  if (!user?.signedIn) return { ok: false, reason: 'signed-out' }
  if (!record) return { ok: false, reason: 'lease-lost' }
  if (!isCurrent(record, user)) return { ok: false, reason: 'signed-out' }
  const { lease, run } = record
  if (!lease || !run || lease.owner !== holder.owner || lease.fence !== holder.fence) {
    return { ok: false, reason: 'lease-lost' }
  }
  return { ok: true, record, run, lease }
}

/** The lease as a write of its holder leaves it: renewed for `ttlMs` from now, under its present lock. */
export function renewed(
  lease: Lease,
  { ttlMs, presence }: { readonly ttlMs: number; readonly presence: string | null },
  now: number,
): Lease {
  return {
    ...lease,
    presence,
    ttlMs,
    renewedAt: now,
    expiresAt: now + ttlMs,
    renewSeq: lease.renewSeq + 1,
  }
}

/** The run with the triggers that its own agent joined without a transaction. */
export function withJoined(run: Run, joined: readonly TriggerNote[], dropped: number = 0): Run {
  return joined.length === 0
    ? run
    : { ...run, ...addNotes(run.triggers, run.triggersDropped + dropped, joined) }
}
