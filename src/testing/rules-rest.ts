/** When has a service worker no timer? */

/** What the rule asks of its world. */
export interface RestFacts {
  monotonic(): number
  /** For how long the agent has been awake, ms; 0 while it is not. */
  awakeForMs(agent: string): number
  /** The service workers of which anything runs. */
  workers(): readonly string[]
  isServing(agent: string): boolean
  /** Whether anybody holds a key. */
  isAnyHeld(): boolean
  /** Whether a stage function of any key has not returned in the agent. */
  isAtWork(agent: string): boolean
  /** Whether its store has been well for so long that nothing is repeated for it any more. */
  isStoreWell(agent: string): boolean
  timers(agent: string): number
}

/** Remembers who has timers, and tells what that breaks. */
export interface RestRules {
  /** Something is asked of the agent. */
  asked(agent: string): void
  /** A step was made. */
  look(): readonly string[]
  forget(agent: string): void
}

/** Who answers a call or a message between events has a timer for no longer, ms. */
const atMostMs = 10_000
/** A key that is held is watched between events, too: who missed its end does so until the longest lease is over, ms. */
const watchesForMs = 160_000

/** Makes them; nobody has a timer. */
export function createRestRules(facts: RestFacts): RestRules {
  /** Since when a worker has timers between events, by the monotonic clock. */
  const restlessSince = new Map<string, number>()
  let heldAt = Number.NEGATIVE_INFINITY

  function isWatching(agent: string): boolean {
    if (facts.isAnyHeld()) heldAt = facts.monotonic()
    return Math.min(facts.monotonic() - heldAt, facts.awakeForMs(agent)) <= watchesForMs
  }

  function isRestless(agent: string): boolean {
    const isBusy = facts.isServing(agent) || facts.isAtWork(agent) || !facts.isStoreWell(agent)
    if (isWatching(agent) || isBusy || facts.timers(agent) === 0) {
      restlessSince.delete(agent)
      return false
    }
    const since = restlessSince.get(agent) ?? facts.monotonic()
    restlessSince.set(agent, since)
    return Math.min(facts.monotonic() - since, facts.awakeForMs(agent)) > atMostMs
  }

  return {
    asked: agent => void restlessSince.delete(agent),
    look: () =>
      facts
        .workers()
        .filter(isRestless)
        .map(agent => `between events a service worker has no timer (${agent})`),
    forget: agent => void restlessSince.delete(agent),
  }
}
