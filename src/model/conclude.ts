/** What the transaction that ends a run writes: its outcome, what it leaves to do, its follow-up. */
import type { AgentFacts, StoreState, TaskPolicy } from './facts.ts'
import type { HistoryRow } from './history-row.ts'
import { deferJoinedNews } from './joined-news.ts'
import { promote } from './promote.ts'
import type { TaskRecord } from './record.ts'
import { endRun, type RunEnd } from './run-end.ts'

/** The record afterwards, the row of the run, and whether its follow-up was acquired. */
export function conclude(
  record: TaskRecord,
  end: RunEnd,
  state: StoreState,
  facts: AgentFacts,
  policy: TaskPolicy,
): { readonly record: TaskRecord; readonly row: HistoryRow | null; readonly acquired: boolean } {
  const ended = endRun(record, end, state.now, facts)
  const left = record.run
    ? deferJoinedNews(ended.record, record.run, end, facts, policy, state.now)
    : ended.record
  return { ...promote(left, state, facts, policy), row: ended.row }
}
