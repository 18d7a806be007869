/** Where is the row of a finished run, as long as the history keeps it? */
import { RegistryError } from '../model/error.ts'
import type { HistoryRow } from '../model/history-row.ts'
import type { Timers } from './timers.ts'
import { againMs, longerWait } from './waits.ts'

/** The finished runs of all keys. */
export interface FinishedRuns {
  /** The row of a run; `null` when the history of its key does not have it. Rejects when that cannot be read. */
  find(key: string, runId: string): Promise<HistoryRow | null>
  /** The same, however long it cannot be read. Of a registry that is closed it is `null`, or never answered. */
  findAtLast(key: string, runId: string): Promise<HistoryRow | null>
}

/** Makes it; `history` reads the finished runs of a key that are kept. */
export function createFinishedRuns(
  history: (key: string) => Promise<readonly HistoryRow[]>,
  timers: Timers,
): FinishedRuns {
  async function find(key: string, runId: string): Promise<HistoryRow | null> {
    return (await history(key)).find(row => row.runId === runId) ?? null
  }

  return {
    find,
    async findAtLast(key, runId) {
      for (let waitMs = againMs; ; waitMs = longerWait(waitMs)) {
        try {
          return await find(key, runId)
        } catch (error) {
          if (error instanceof RegistryError && error.code === 'closed') return null
          await new Promise<void>(resolve => timers.after(waitMs, resolve))
        }
      }
    },
  }
}
