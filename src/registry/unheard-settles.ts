/** Settles that landed without telling: their runs are told of all the same, and once. */
import type { HistoryRow } from '../model/history-row.ts'
import type { SettleResult } from '../model/settle-result.ts'
import type { Landed } from '../run/deps.ts'
import type { Holding } from '../run/holding.ts'

/** The ends of this agent's runs that may not have been heard of. */
export interface UnheardSettles {
  /**
   * From here on it is noticed when another transaction of this agent tells of the run's end. The
   * function that is returned is called with the settle (`undefined` without one), and tells of the
   * run where nobody did; it never rejects because of the store.
   */
  follow(holding: Holding): (landed: Landed<SettleResult> | undefined) => Promise<void>
  /** A transaction of this agent told of these. */
  told(rows: readonly HistoryRow[]): void
}

/** What it asks of its agent. */
export interface UnheardSettlesDeps {
  /** Reads a finished run, however long that takes; `null` where it is not kept. */
  findRow(key: string, runId: string): Promise<HistoryRow | null>
  onEnded(rows: readonly HistoryRow[]): void
}

/** Makes it, with nothing under way. */
export function createUnheardSettles({ findRow, onEnded }: UnheardSettlesDeps): UnheardSettles {
  const followed = new Set<{ readonly runId: string; isTold: boolean }>()

  /** A settle whose answer was lost may have landed, and the key gone on: its row is in the history. */
  async function find(holding: Holding, settle: SettleResult): Promise<HistoryRow | null> {
    const status = settle.ok ? settle.settled.status : null
    if (status === 'waiting' || status === 'handed-over') return null
    const row = await findRow(holding.key, holding.runId)
    if (row?.fence !== holding.fence || row.agent !== holding.record().lease?.agent) return null
    // The row of a taken-over run names its last owner; whoever ended it has told of it.
    const byOther =
      row.recovery === 'cancel' || row.cause === 'poisoned' || row.status === 'signed-out'
    return byOther ? null : row
  }

  return {
    follow(holding) {
      const entry = { runId: holding.runId, isTold: false }
      followed.add(entry)
      return async landed => {
        try {
          const row = landed?.rows.length === 0 ? await find(holding, landed.result) : null
          // Looked at last: a cancel of this agent may have told of it while the settle was repeated.
          if (row && !entry.isTold) onEnded([row])
        } finally {
          followed.delete(entry)
        }
      }
    },
    told(rows) {
      for (const { runId } of rows)
        for (const entry of followed) if (entry.runId === runId) entry.isTold = true
    },
  }
}
