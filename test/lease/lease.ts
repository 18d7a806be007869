/** The lease that watchers of the tests look at. */
import type { Lease } from '../../src/model/lease.ts'

/** A lease of one minute, written at `now`, with what differs. */
export function leaseAt(now: number, change: Partial<Lease> = {}): Lease {
  return {
    owner: 'o1',
    fence: 7,
    agent: 'a1',
    agentKind: 'tab',
    agentLabel: 'one',
    presence: 'p1',
    acquiredAt: now,
    renewedAt: now,
    renewSeq: 1,
    ttlMs: 60_000,
    expiresAt: now + 60_000,
    ...change,
  }
}
