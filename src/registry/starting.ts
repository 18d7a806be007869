/** May a run start in this agent now, and if not, why? */
import type { AgentFacts } from '../model/facts.ts'
import type { Absence } from '../lease/absence.ts'
import type { Holding } from '../run/holding.ts'
import type { StuckStages } from './stuck-stages.ts'

type MayStart = AgentFacts['mayStart']

/** What it looks at. */
export interface StartingDeps {
  readonly absence: Absence
  /** How long runs may go on in this agent, ms. */
  remainingMs(): number
  /** Keys that may run here at once. */
  readonly maxConcurrent: number
  readonly holdings: ReadonlyMap<string, Holding>
  readonly stuck: StuckStages
}

/** What stands in the way of runs. */
export interface Starting {
  /** Whether anything may be acquired here now: not once it is stopped, nor outside of the events that it lives by. */
  mayAcquire(): boolean
  /**
   * Whether a run of the key may start. `isOthers`: another decision of this agent was given it; `others`:
   * keys that take a place beside those that are held.
   */
  mayStart(key: string, isOthers: boolean, hasPresence: boolean, others: Iterable<string>): MayStart
  /** Whether the follow-up of a run may: it takes the place of that, under the same presence. */
  mayFollow(hasReturned: boolean): MayStart
  /** Whether there is a place for one more key. */
  hasPlace(key: string, others: Iterable<string>): boolean
  /** From now on nothing starts. */
  stop(): void
  isStopped(): boolean
}

/** Makes it; nothing stands in the way of the agent itself. */
export function createStarting(deps: StartingDeps): Starting {
  const { absence, remainingMs, maxConcurrent, holdings, stuck } = deps
  let stopped = false

  /** What stands in the way of every key. */
  function refusal(): MayStart | null {
    // A page that is being hidden away may not begin what it would keep from others.
    if (stopped || absence.isAway()) return 'agent-stopped'
    return remainingMs() > 0 ? null : 'no-event'
  }

  /** A run that only settles has no stage function left: once its settle landed the key is free. */
  function isOccupied(key: string): boolean {
    const holding = holdings.get(key)
    return stuck.has(key) || (holding !== undefined && !holding.isSettling())
  }

  function hasPlace(key: string, others: Iterable<string>): boolean {
    if (maxConcurrent === Number.POSITIVE_INFINITY) return true
    const places = new Set([...holdings.keys(), ...others])
    places.delete(key)
    return places.size < maxConcurrent
  }

  return {
    mayAcquire: () => !stopped && remainingMs() > 0,
    mayStart(key, isOthers, hasPresence, others) {
      const refused = refusal()
      if (refused) return refused
      if (isOthers || isOccupied(key)) return 'stage-ignores-signal'
      if (!hasPlace(key, others)) return 'capacity'
      return hasPresence ? true : 'presence-needed'
    },
    mayFollow: hasReturned => refusal() ?? (hasReturned ? true : 'stage-ignores-signal'),
    hasPlace,
    stop() {
      stopped = true
    },
    isStopped: () => stopped,
  }
}
