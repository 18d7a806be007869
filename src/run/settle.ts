/** Settles an attempt: repeated until it is known to have landed, or the key is another's. */
import { type Moment, readMoment } from '../lease/keeper.ts'
import { type AttemptEnd, decideSettle } from '../model/decide-settle.ts'
import { RegistryError } from '../model/error.ts'
import type { AgentFacts } from '../model/facts.ts'
import type { SettleResult } from '../model/settle-result.ts'
import type { Landed, RunDeps } from './deps.ts'
import type { Holding } from './holding.ts'

/** First wait before a settle is repeated, ms; doubled each time. */
const firstWaitMs = 500

/** A settle that landed, and the moment just before it was requested. */
export interface SettledAttempt {
  readonly landed: Landed<SettleResult>
  readonly asked: Moment
  /** How often the page had left by then. */
  readonly absences: number
}

/**
 * Settles; the lease is kept and renewed meanwhile. `null`: the store was closed before it landed.
 * Each try has the facts of its moment, but the same owner, so that a repeat knows its own promotion.
 * `standing` is asked inside the transaction.
 */
export async function settleRun(
  deps: RunDeps,
  holding: Holding,
  end: AttemptEnd,
  factsNow: () => AgentFacts,
  standing: () => Pick<AgentFacts, 'presence' | 'mayStart'>,
): Promise<SettledAttempt | null> {
  holding.markSettling()
  const { policy } = holding.definition
  const { owner } = factsNow()
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, 15_000)) {
    // Facts of an agent that is away would be those of no agent.
    if (deps.absence.isAway()) await deps.absence.here()
    const facts = { ...factsNow(), owner }
    const asked = readMoment(deps.clock)
    const absences = deps.absence.times()
    try {
      const landed = await holding.writeAnyway((state, write) =>
        // The page may have been away since: what is promoted is announced by the lock held now.
        decideSettle(state, write, holding.runId, end, { ...facts, ...standing() }, policy),
      )
      return { landed, asked, absences }
    } catch (error) {
      if (error instanceof RegistryError && error.code === 'closed') return null
      if (waitMs === firstWaitMs) deps.onError(error)
      await new Promise<void>(resolve => deps.clock.setTimer(waitMs, resolve))
    }
  }
}
