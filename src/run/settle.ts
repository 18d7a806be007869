/** Settles an attempt: repeated until it is known to have landed, or the key is another's. */
import { type AttemptEnd, decideSettle } from '../model/decide-settle.ts'
import type { SettleResult } from '../model/settle-result.ts'
import type { AgentFacts } from '../model/facts.ts'
import type { Landed, RunDeps } from './deps.ts'
import type { Holding } from './holding.ts'

/** First wait before a settle is repeated, ms; doubled each time. */
const firstWaitMs = 500

/** Settles; the lease is kept and renewed meanwhile. The facts stay, so that a repeat knows its own promotion. */
export async function settleRun(
  deps: RunDeps,
  holding: Holding,
  end: AttemptEnd,
  facts: AgentFacts,
): Promise<Landed<SettleResult>> {
  holding.markSettling()
  const { policy } = holding.definition
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, 15_000)) {
    try {
      return await holding.writeAnyway((state, write) =>
        decideSettle(state, write, holding.runId, end, facts, policy),
      )
    } catch (error) {
      if (waitMs === firstWaitMs) deps.onError(error)
      await new Promise<void>(resolve => deps.clock.setTimer(waitMs, resolve))
    }
  }
}
