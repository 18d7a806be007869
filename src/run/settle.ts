/** Settles an attempt: repeated until it is known to have landed, or the key is another's. */
import { type AttemptEnd, type SettleResult, decideSettle } from '../model/decide-settle.ts'
import type { AgentFacts } from '../model/facts.ts'
import type { Landed, RunDeps } from './deps.ts'
import type { Holding } from './holding.ts'

/** First wait before a settle is repeated, ms; doubled each time. */
const firstWaitMs = 500

/** Settles; the lease is kept and renewed meanwhile. */
export async function settleRun(
  deps: RunDeps,
  holding: Holding,
  end: AttemptEnd,
  facts: () => AgentFacts,
): Promise<Landed<SettleResult>> {
  holding.markSettling()
  const { policy } = holding.definition
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, 15_000)) {
    try {
      const drawn = facts()
      return await holding.writeAnyway((state, write) =>
        decideSettle(state, write, holding.runId, end, drawn, policy),
      )
    } catch (error) {
      if (waitMs === firstWaitMs) deps.onError(error)
      await new Promise<void>(resolve => deps.clock.setTimer(waitMs, resolve))
    }
  }
}
