/** Decisions under way that may acquire a key, with the presence lock that its run will need. */
import type { AgentFacts, Decided, StoreState } from '../model/facts.ts'
import type { Absence } from '../lease/absence.ts'
import { readMoment } from '../lease/keeper.ts'
import type { PresenceHolder, PresenceTicket } from '../lease/presence-holder.ts'
import type { Clock } from '../port/clock.ts'
import type { Landed, RunDeps } from '../run/deps.ts'
import type { Acquired } from '../run/holding.ts'
import type { RunTarget } from './run-target.ts'

/** What an acquisition is decided by: it may give the caller's owner the key. */
export interface AcquireResult {
  readonly acquired: boolean
  readonly needsPresence: boolean
}

/** A landed decision that may acquire. */
export interface Attempt<Result extends AcquireResult> {
  decide(state: StoreState, facts: AgentFacts): Decided<Result>
  /** Whether presence is taken beforehand: it is likely to be needed. */
  readonly willAcquire: boolean
  onOverdue?(): void
}

/** A landed decision, and what starts the run that it acquired (`null` when it acquired none). */
export interface Attempted<Result> {
  readonly landed: Landed<Result>
  readonly begin: (() => void) | null
}

/** When what landed was asked for. */
export type Requested = Pick<Acquired, 'asked' | 'absences'>

/** What the agent answers them. */
export interface AttemptsDeps {
  readonly clock: Clock
  readonly absence: Absence
  readonly presence: PresenceHolder
  readonly transact: RunDeps['transact']
  /** Facts of this agent with new ids. */
  facts(target: RunTarget, presence: string | null, mayStart: AgentFacts['mayStart']): AgentFacts
  mayAcquire(): boolean
  /** Whether a run of the key may start here; `isOthers`: another decision of this agent was given it. */
  mayStart(key: string, isOthers: boolean, hasPresence: boolean): AgentFacts['mayStart']
  /** This agent is about to acquire the key, or to put off what others may start. */
  onIntent(key: string): void
  /** The key is this agent's; what is returned starts its run. */
  onAcquired(
    target: RunTarget,
    landed: Landed<unknown>,
    requested: Requested,
    ticket: PresenceTicket,
  ): () => void
  onOver(key: string, hasAcquired: boolean): void
}

/** The decisions under way. */
export interface Attempts {
  isUnderWay(key: string): boolean
  isNone(): boolean
  /** Keys of the decisions under way, each of which may still acquire. */
  underWay(): readonly string[]
  /** Keys that a decision under way was given, though this agent has not heard of it. */
  given(): Iterable<string>
  /** One decision: takes presence first when it will be needed. `begin` must be called. */
  make<Result extends AcquireResult>(
    target: RunTarget,
    attempt: Attempt<Result>,
  ): Promise<Attempted<Result>>
}

/** Makes it, with none under way. */
export function createAttempts(deps: AttemptsDeps): Attempts {
  /** Keys of the decisions under way, each of which may still acquire. */
  const underWay: string[] = []
  /** Which decision under way was given the key, though this agent has not heard of it. */
  const given = new Map<string, object>()

  async function make<Result extends AcquireResult>(
    target: RunTarget,
    { decide, willAcquire, onOverdue }: Attempt<Result>,
  ): Promise<Attempted<Result>> {
    const { key } = target
    const me = {}
    let ticket: PresenceTicket | null = null
    let hasAcquired = false
    underWay.push(key)
    const standing = (): Pick<AgentFacts, 'presence' | 'mayStart'> => {
      const isOthers = given.has(key) && given.get(key) !== me
      return {
        presence: ticket?.name() ?? null,
        mayStart: deps.mayStart(key, isOthers, ticket !== null),
      }
    }
    // Looked at inside the transaction. Since it was asked for, another decision of this agent may have
    // been given the key, and lost it again: two stage functions of it would be called. And the page may
    // have been away: the lock that it held then is free, and whoever watches it would take the key.
    const decideNow = (state: StoreState, facts: AgentFacts): Decided<Result> => {
      const decided = decide(state, { ...facts, ...standing() })
      if (decided.result.acquired) given.set(key, me)
      // It was thought to be held, so nothing was said; but it is free, and started or put off here. Who
      // is frozen or dies before that is told would leave it to nobody: others have to look for it.
      const { lease, deferred } = decided.record ?? {}
      if (!willAcquire && !state.record?.lease && (lease ?? deferred)) deps.onIntent(key)
      return decided
    }
    try {
      ticket = deps.presence.warm()
      if (!ticket && deps.mayAcquire() && willAcquire) ticket = await deps.presence.take()
      for (;;) {
        const { presence, mayStart } = standing()
        const facts = deps.facts(target, presence, mayStart)
        if (willAcquire) deps.onIntent(key)
        const requested = { asked: readMoment(deps.clock), absences: deps.absence.times() }
        const landed = await deps.transact(target, state => decideNow(state, facts), onOverdue)
        if (landed.result.needsPresence) {
          ticket ??= await deps.presence.take()
          continue
        }
        if (!landed.result.acquired || !ticket) return { landed, begin: null }
        const begin = deps.onAcquired(target, landed, requested, ticket)
        ticket = null
        hasAcquired = true
        return { landed, begin }
      }
    } finally {
      ticket?.release()
      if (given.get(key) === me) given.delete(key)
      underWay.splice(underWay.indexOf(key), 1)
      deps.onOver(key, hasAcquired)
    }
  }

  return {
    isUnderWay: key => underWay.includes(key),
    isNone: () => underWay.length === 0,
    underWay: () => underWay,
    given: () => given.keys(),
    make,
  }
}
