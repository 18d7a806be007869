/** What permits taking a held lease over, and whether it still does. */
import type { Lease } from './lease.ts'

/** The fact that the owner is gone, naming the lease that it speaks of. */
export type Evidence =
  /** Its presence lock was granted to us. */
  | {
      readonly kind: 'presence'
      readonly owner: string
      readonly fence: number
      readonly presence: string
    }
  /** Expired by the wall clock, and a ping over a proven channel stayed unanswered. */
  | {
      readonly kind: 'expired'
      readonly owner: string
      readonly fence: number
      readonly renewSeq: number
    }
  /** Nothing of it moved for one whole ttl that we spent awake. */
  | {
      readonly kind: 'unchanged'
      readonly owner: string
      readonly fence: number
      readonly renewSeq: number
    }
  /** It is our own: the acquisition was reported as failed, and no stage function runs under it. */
  | { readonly kind: 'unused'; readonly owner: string; readonly fence: number }

/** Clocks of one origin's contexts are one clock; more than this ahead was not written by it, ms. */
const skewMs = 2_000

/** Whether a lease is dated in the future: then its expiry says nothing. */
export function isFromFuture(lease: Lease, now: number): boolean {
  return lease.renewedAt > now + skewMs
}

/** Whether a lease is over by the wall clock. */
export function isExpired(lease: Lease, now: number): boolean {
  return now >= lease.expiresAt && !isFromFuture(lease, now)
}

/**
 * Whether evidence speaks of this lease. A freed presence lock speaks of the owner whatever it wrote
 * last; what was concluded from silence speaks of one renewal only.
 */
export function speaksOf(evidence: Evidence, lease: Lease): boolean {
  if (lease.owner !== evidence.owner || lease.fence !== evidence.fence) return false
  switch (evidence.kind) {
    case 'presence':
      return lease.presence === evidence.presence
    case 'expired':
    case 'unchanged':
      return lease.renewSeq === evidence.renewSeq
    case 'unused':
      return true
  }
}

/** Whether evidence still permits taking over the lease that the store holds now. */
export function permitsTakeover(lease: Lease, evidence: Evidence, now: number): boolean {
  return speaksOf(evidence, lease) && (evidence.kind !== 'expired' || isExpired(lease, now))
}
