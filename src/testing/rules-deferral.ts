/** When must triggers start that wait for further ones (`debounce`) or for a place (`capacity`)? */
import type { TaskPolicy } from '../model/facts.ts'
import type { TaskRecord } from '../model/record.ts'
import type { LandedWrite } from './sim-journal.ts'

/** What the rules of deferred triggers ask of their world. */
export interface DeferralFacts {
  monotonic(): number
  /** For how long the wall clock has not jumped, ms. */
  steadyForMs(): number
  /** For how long the world has been calm, ms. */
  calmForMs(): number
  /** The record, if it is of the present sign-in. */
  record(key: string): TaskRecord | null
  /** The rules of the key's task in that agent. */
  policy(agent: string, key: string): TaskPolicy | undefined
  agents(): readonly string[]
  /** Whether the agent was told of everything since it began. */
  missedNothing(agent: string): boolean
  /** Whether the agent could start now what is deferred of the key. */
  couldStart(agent: string, key: string): boolean
}

/** Remembers what is deferred, and tells what that breaks. */
export interface DeferralRules {
  landed(write: LandedWrite): readonly string[]
  /** A step was made. */
  look(): readonly string[]
}

interface Waiting {
  readonly runId: string
  readonly reason: string
  /** Since when it waits for this reason, and when the latest trigger put it off, by the monotonic clock. */
  readonly since: number
  /** Since when by the wall clock. */
  readonly sinceAt: number
  latest: number
  /** Agents that wrote it, and therefore know of it. */
  readonly writers: Set<string>
  /** The longest that it may wait, ms. */
  readonly atMostMs: number
  /** Since when each agent could start it. */
  readonly ableSince: Map<string, number>
}

/** Whoever could start what is due looks at it again within this time, ms. */
const lookMs = 30_000
/** Looking, deciding and answering may take so long, ms. */
const patienceMs = 1_000

/** Makes them; nothing is deferred. */
export function createDeferralRules(facts: DeferralFacts): DeferralRules {
  const waiting = new Map<string, Waiting>()

  function isEarly({ by, key, before, now, result }: LandedWrite): boolean {
    const deferred = before?.deferred
    const known = waiting.get(key)
    const policy = facts.policy(by, key)
    const isByItself = (result as { readonly did?: string } | null)?.did === 'deferred'
    if (!isByItself || deferred?.reason !== 'debounce' || !known || !policy) return false
    const forMs = facts.monotonic() - known.since
    if (facts.steadyForMs() <= forMs) return false
    const isAlone = facts.monotonic() - known.latest >= policy.debounceMs
    const isLong = now - deferred.requestedAt >= policy.maxWaitMs
    const sinceMs = now - Math.max(before?.lastStartAt ?? 0, before?.lastSuccessAt ?? 0)
    // A slot has its own instant; what is dated in the future was written before the clock was set back.
    const isSpaced = deferred.scheduledAt === null
    return !(isAlone || isLong) || (isSpaced && sinceMs >= 0 && sinceMs < policy.minIntervalMs)
  }

  function isTooLate(
    { since, sinceAt }: Waiting,
    { deferred, lastStartAt, lastSuccessAt }: TaskRecord,
    { maxWaitMs, minIntervalMs }: TaskPolicy,
    now: number,
  ): boolean {
    if (facts.steadyForMs() <= facts.monotonic() - since) return false
    const intervalEndsAt = Math.max(lastStartAt, lastSuccessAt) + minIntervalMs
    return (deferred?.dueAt ?? 0) > Math.max(sinceAt + maxWaitMs, now, intervalEndsAt)
  }

  return {
    landed(write) {
      const { by, key, before, after, result } = write
      const broken: string[] = []
      if (isEarly(write))
        broken.push('a debounced trigger starts before its time only with one that starts at once')
      const deferred = after?.deferred
      if (!deferred || (deferred.reason !== 'debounce' && deferred.reason !== 'capacity')) {
        if (after) waiting.delete(key)
        return broken
      }
      const known = waiting.get(key)
      const isSame = known?.runId === deferred.runId && known.reason === deferred.reason
      const policy = facts.policy(by, key)
      const longestMs = Math.max(policy?.maxWaitMs ?? 0, policy?.minIntervalMs ?? 0)
      const now = facts.monotonic()
      const next: Waiting =
        isSame && before?.deferred
          ? known
          : {
              runId: deferred.runId,
              reason: deferred.reason,
              since: now,
              sinceAt: write.now,
              latest: now,
              writers: new Set(),
              atMostMs: deferred.reason === 'debounce' ? longestMs : 0,
              ableSince: new Map(),
            }
      if ((result as { readonly reason?: string } | null)?.reason === 'debounce') {
        next.latest = now
        if (policy && isTooLate(next, after, policy, write.now))
          broken.push('further triggers put a debounced one off until `maxWaitMs` at most')
      }
      next.writers.add(by)
      waiting.set(key, next)
      return broken
    },
    look() {
      const now = facts.monotonic()
      const broken: string[] = []
      for (const [key, { since, atMostMs, reason, runId, writers, ableSince }] of waiting) {
        const record = facts.record(key)
        const isOpen = record?.deferred?.runId === runId && !record.paused && !record.run
        for (const agent of facts.agents()) {
          const knows = writers.has(agent) || facts.missedNothing(agent)
          if (!isOpen || !knows || !facts.couldStart(agent, key)) {
            ableSince.delete(agent)
            continue
          }
          const from = ableSince.get(agent) ?? now
          ableSince.set(agent, from)
          const calmMs = Math.min(facts.calmForMs(), facts.steadyForMs())
          const overdueMs = Math.min(now - Math.max(from, since + atMostMs), calmMs)
          if (overdueMs > lookMs + patienceMs)
            broken.push(
              `what waits for further triggers or a place starts within a look (${agent} could start ${key}: ${reason})`,
            )
        }
      }
      return broken
    },
  }
}
