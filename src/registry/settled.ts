/** Tells the app that a run ended: once, by the agent whose transaction ended it. */
import type { HistoryRow } from '../model/history-row.ts'
import type { Json } from '../model/json.ts'
import { failureOf } from '../model/outcome.ts'
import { parseKey } from '../model/key.ts'
import type { Environment } from '../port/environment.ts'
import type { AnyTask, RunOutcome, SettledRun } from '../run/task.ts'
import type { Events } from './events.ts'

/** Emits the event of each row, and calls the `onSettled` of its task in a task of its own. */
export function reportEnded(
  rows: readonly HistoryRow[],
  tasks: ReadonlyMap<string, AnyTask>,
  environment: Environment,
  events: Events,
  onError: (error: unknown, where?: string) => void,
): void {
  for (const row of rows) {
    events.emit({ type: 'ended', key: row.key, row })
    const key = parseKey(row.key)
    const onSettled = key && tasks.get(key.scope)?.definition.onSettled
    const outcome = outcomeOf(row)
    if (!key || !onSettled || !outcome) continue
    const { runId, source, byUser, attempts, startedAt, endedAt } = row
    const run: SettledRun = {
      key: row.key,
      ...key,
      runId,
      source,
      byUser,
      attempts,
      startedAt,
      endedAt,
    }
    // It may be async, although its answer is not waited for.
    const tell = async (): Promise<unknown> => onSettled(outcome, run)
    const report = (error: unknown): void => onError(error, `task '${key.scope}', onSettled()`)
    environment.startTask(() => void tell().catch(report))
  }
}

/** `null` for a signed-out run: it ended with its user, there is nobody to tell. */
function outcomeOf(row: HistoryRow): RunOutcome<Json> | null {
  switch (row.status) {
    case 'succeeded':
      return { status: 'succeeded', result: row.result }
    case 'failed':
      return { status: 'failed', ...failureOf(row) }
    case 'cancelled':
      return { status: 'cancelled' }
    case 'signed-out':
      return null
  }
}
