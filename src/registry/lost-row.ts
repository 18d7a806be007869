/** The row of a run whose settle landed without telling, however long the history cannot be read. */
import { RegistryError } from '../model/error.ts'
import type { HistoryRow } from '../model/record.ts'
import type { Timers } from './timers.ts'

/** First time until the history is read again, ms; doubled with each further failure. */
const firstMs = 1_000
/** Longest time until then, ms. */
const longestMs = 30_000

/** Finds a row; `null` when the history does not have it, or the registry was closed. */
export async function findRow(
  history: () => Promise<readonly HistoryRow[]>,
  runId: string,
  timers: Timers,
): Promise<HistoryRow | null> {
  for (let waitMs = firstMs; ; waitMs = Math.min(waitMs * 2, longestMs)) {
    try {
      return (await history()).find(row => row.runId === runId) ?? null
    } catch (error) {
      if (error instanceof RegistryError && error.code === 'closed') return null
      await new Promise<void>(resolve => timers.after(waitMs, resolve))
    }
  }
}
