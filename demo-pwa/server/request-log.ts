/** Which data requests did the server get, in which order? */
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import type { LogEntry } from './log-entry.ts'
import { createLogTable, readLogTable } from './log-table.ts'

/** The newest 10 000 data requests. */
export interface RequestLog {
  /** Writes down an arrival; the answer adds to what is known about it. */
  open(request: Omit<LogEntry, 'seq' | 'at'>): (change: Partial<LogEntry>) => void
  /**
   * The entries behind `seq`, oldest first. One that is ahead of the log reads from the start:
   * numbers begin again when the log was empty at a restart.
   */
  after(seq: number): readonly LogEntry[]
  /** The number of the newest entry that ever was. */
  last(): number
  clear(): Promise<void>
  /** Resolves when the database has all of it. */
  flush(): Promise<void>
}

const MAX_ENTRIES = 10_000

/** Opens the log that `db` holds. */
export async function openRequestLog(
  db: Database,
  clock: Clock,
  onError: (error: unknown) => void,
): Promise<RequestLog> {
  const table = createLogTable(db, onError)
  const entries = new Map((await readLogTable(db)).map(entry => [entry.seq, entry]))
  let last = Math.max(0, ...entries.keys())

  function keep(entry: LogEntry): void {
    entries.set(entry.seq, entry)
    table.put(entry)
  }

  function trim(): void {
    const [oldest] = entries.keys()
    if (entries.size <= MAX_ENTRIES || oldest === undefined) return
    entries.delete(oldest)
    void table.removeUpTo(oldest)
  }

  return {
    open(request) {
      const seq = ++last
      keep({ seq, at: clock.now(), ...request })
      trim()
      return change => {
        const known = entries.get(seq)
        // Cleared meanwhile: an entry of a time before must not come back.
        if (known !== undefined) keep({ ...known, ...change })
      }
    },
    after: seq => [...entries.values()].filter(entry => seq > last || entry.seq > seq),
    last: () => last,
    clear() {
      entries.clear()
      return table.removeUpTo(last)
    },
    flush: () => table.flush(),
  }
}
