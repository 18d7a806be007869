/** A settle by somebody who does not hold the key any more: did it land before, or is it too late? */
import type { SettleResult } from './settle-result.ts'
import { enterEpoch } from './epoch.ts'
import type { AgentFacts, Decided, StoreState } from './facts.ts'

/** The holder is too late: its settle landed before, or its user signed out, or the key is another's. */
export function lateSettle(
  state: StoreState,
  runId: string,
  fence: number,
  held: Extract<SettleResult, { readonly ok: false }>,
  facts: AgentFacts,
): Decided<SettleResult> {
  const landed = landedBefore(state, runId, fence, facts.owner)
  if (landed) return { result: landed }
  const { record } = state
  if (held.reason !== 'signed-out' || record?.run?.runId !== runId || record.fence !== fence)
    return { result: held }
  const entered = enterEpoch(state, record, facts)
  return {
    record: { ...entered.record, version: record.version + 1 },
    history: entered.history,
    result: held,
  }
}

/** A settle whose answer was lost shows as the key's last outcome, or as the run's wait. */
function landedBefore(
  state: StoreState,
  runId: string,
  fence: number,
  nextOwner: string,
): SettleResult | null {
  const { record } = state
  if (!record) return null
  const { last, run } = record
  if (last?.runId === runId && record.fence >= fence && last.status !== 'signed-out') {
    const { status, cause, error } = last
    return {
      ok: true,
      settled: { runId, status, cause, error, wait: null },
      row: null,
      promoted: record.lease?.owner === nextOwner,
    }
  }
  // Nobody acquired since: the attempt of this fence is the one that left the run so.
  if (run?.runId === runId && !record.lease && record.fence === fence) {
    const { wait } = run
    const status = wait ? 'waiting' : 'handed-over'
    const settled = { runId, status, cause: null, error: wait?.error ?? null, wait } as const
    return { ok: true, settled, row: null, promoted: false }
  }
  return null
}
