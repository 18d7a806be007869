/** What must hold of what people see, and of how soon a lost owner is replaced. */
import type { TaskRecord } from '../model/record.ts'
import type { TaskView } from '../model/view.ts'
import { nameOf } from './witness-counts.ts'

/** What the rules of views ask of their world. */
export interface ViewFacts {
  monotonic(): number
  now(): number
  record(key: string): TaskRecord | null
  /** Whether the owner of this lease is awake, at work and answers. */
  isAnswering(agent: string, key: string, fence: number): boolean
  /** Whether anything of the agent runs. */
  isLive(agent: string): boolean
  /** For how long the agent has been awake with timers that are on time, ms. */
  onTimeForMs(agent: string): number
  /** For how long the wall clock has not jumped, ms. */
  steadyForMs(): number
  /** For how long the world has been calm, ms. */
  calmForMs(): number
  /** Whether the agent could go on with the key. */
  isCapable(agent: string, key: string): boolean
  /** Whether the owner's death shows in its presence lock. */
  isLockFree(lock: string): boolean
}

/** Remembers what is shown, and tells what that breaks. */
export interface ViewRules {
  /** An agent shows a new view of a key. */
  shown(agent: string, view: TaskView): readonly string[]
  hidden(agent: string, key: string): void
  /** A step was made. */
  look(): readonly string[]
  forget(agent: string): void
}

interface Shown {
  readonly agent: string
  readonly key: string
  view: TaskView
  /** Since when it shows the lease with this expiry, and how long that lease had left then, ms. */
  leaseSince: number
  leaseLeftMs: number
  /** Since when it shows a lease that is over as one that responds. */
  staleSince: number | null
}

/** A view may be wrong for so long, ms. */
const patienceMs = 1_000
/** A look by the clock comes at the latest after so long, ms: a jump of the wall shows only then. */
const betweenLooksMs = 63_000
/** Whoever finds the heir's lock taken, or lets visible agents go first, waits for so long, ms. */
const politeMs = 1_200
/** A ping waits for its answer for so long, ms. */
const pingMs = 300

/** Makes them; nothing is shown. */
export function createViewRules(facts: ViewFacts): ViewRules {
  const shown = new Map<string, Shown>()

  function isStale({ view: { running } }: Shown): boolean {
    return running !== null && running.responding && running.leaseExpiresAt <= facts.now()
  }

  /** Whether somebody who knows of a lost owner should have replaced it by now. */
  function isOverdue({ agent, key, view, leaseSince, leaseLeftMs }: Shown): boolean {
    const lease = facts.record(key)?.lease
    const { running } = view
    if (!lease || !running || running.fence !== lease.fence) return false
    if (facts.isLive(nameOf(lease.agent)) || !facts.isCapable(agent, key)) return false
    const isFree = lease.presence !== null && facts.isLockFree(lease.presence)
    // Who finds at its next look that the clock jumped begins to watch anew.
    const jumpMs = facts.steadyForMs() < lease.ttlMs + 2 * betweenLooksMs ? betweenLooksMs : 0
    // Who missed the last renewal finds it when the lease that it knows expires, and watches from there.
    const isBehind = running.leaseExpiresAt !== lease.expiresAt
    // That one may be longer than the last: of an owner that was hidden.
    const behindMs = isBehind ? Math.max(lease.ttlMs, leaseLeftMs) : 0
    const withinMs = patienceMs + (isFree ? 0 : lease.ttlMs + pingMs + jumpMs + behindMs)
    const forMs = Math.min(facts.calmForMs(), facts.monotonic() - leaseSince)
    return forMs > withinMs + politeMs
  }

  return {
    shown(agent, view) {
      const { key } = view
      const before = shown.get(`${agent} ${key}`)
      const until = view.running?.leaseExpiresAt
      const wasRunning = before?.view.running ?? null
      const isSameLease = before && wasRunning?.leaseExpiresAt === until
      shown.set(`${agent} ${key}`, {
        agent,
        key,
        view,
        leaseSince: isSameLease ? before.leaseSince : facts.monotonic(),
        leaseLeftMs: isSameLease ? before.leaseLeftMs : (until ?? 0) - facts.now(),
        staleSince: null,
      })
      if (!wasRunning || view.status === 'running' || view.status === 'signed-out') return []
      if (view.status === 'loading') return []
      const lease = facts.record(key)?.lease
      const isSame = lease?.fence === wasRunning.fence
      return isSame && facts.isAnswering(nameOf(lease.agent), key, lease.fence)
        ? ['no spinner flickers off under a live owner']
        : []
    },
    hidden: (agent, key) => void shown.delete(`${agent} ${key}`),
    look() {
      const broken: string[] = []
      const now = facts.monotonic()
      for (const each of shown.values()) {
        if (!each.view.running || !facts.isLive(each.agent)) continue
        each.staleSince = isStale(each) ? (each.staleSince ?? now) : null
        if (each.staleSince !== null) {
          const withinMs = facts.steadyForMs() < betweenLooksMs ? betweenLooksMs : patienceMs
          const forMs = Math.min(now - each.staleSince, facts.onTimeForMs(each.agent))
          if (forMs > withinMs)
            broken.push(
              `a view says from the expiry on that its owner does not respond (${each.agent} ${each.key})`,
            )
        }
        if (isOverdue(each))
          broken.push(
            `a lost owner is replaced within the time of the evidence (${each.agent} knows of ${each.key})`,
          )
      }
      return broken
    },
    forget(agent) {
      for (const [id, each] of shown) if (each.agent === agent) shown.delete(id)
    },
  }
}
