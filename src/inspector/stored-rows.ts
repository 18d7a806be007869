/** Of which keys are the finished runs that are held in memory those that the store has? */
import type { HistoryRow } from '../model/history-row.ts'
import type { TaskRecord } from '../model/record.ts'

/** The last finished run of each key; the rows are in the order of their ends, which a clock may have mixed. */
export function lastRows(rows: readonly HistoryRow[]): ReadonlyMap<string, HistoryRow> {
  const last = new Map<string, HistoryRow>()
  for (const row of rows) {
    if (row.seq > (last.get(row.key)?.seq ?? 0)) last.set(row.key, row)
  }
  return last
}

/** Whether the last run that is held is the last one that the key ended; of a key that began anew it is another. */
export function isUpToDate(record: TaskRecord, last: HistoryRow | undefined): boolean {
  return record.historySeq === (last?.seq ?? 0) && record.last?.runId === last?.runId
}
