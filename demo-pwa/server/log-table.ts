/** How does the request log survive a restart? */
import type { Database } from './database.ts'
import type { LogEntry } from './log-entry.ts'

/** Writes entries behind the requests, several at once, in order. */
export interface LogTable {
  /** Keeps the newest form of an entry; returns before it is written. */
  put(entry: LogEntry): void
  /** Removes all entries up to `seq`; resolves when everything put before is written, too. */
  removeUpTo(seq: number): Promise<void>
  /** Resolves when everything put before is written. */
  flush(): Promise<void>
}

/** The entries that an earlier process wrote. */
export async function readLogTable(db: Database): Promise<readonly LogEntry[]> {
  const rows = await db.query<{ entry: string }>('select entry from request_log order by seq')
  return rows.map(row => JSON.parse(row.entry) as LogEntry)
}

/** A writer on `db`; a write that fails is dropped and reported. */
export function createLogTable(db: Database, onError: (error: unknown) => void): LogTable {
  const waiting = new Map<number, LogEntry>()
  let work = Promise.resolve()

  function then(step: () => Promise<unknown>): Promise<void> {
    work = work.then(step).then(() => {}, onError)
    return work
  }

  async function writeWaiting(): Promise<void> {
    const entries = [...waiting.values()]
    waiting.clear()
    if (entries.length === 0) return
    await db.query(
      `insert into request_log (seq, entry) select * from unnest($1::bigint[], $2::text[])
       on conflict (seq) do update set entry = excluded.entry`,
      [entries.map(entry => entry.seq), entries.map(entry => JSON.stringify(entry))],
    )
  }

  return {
    put(entry) {
      // The first entry of a batch orders the write that takes all that came meanwhile.
      if (waiting.size === 0) void then(writeWaiting)
      waiting.set(entry.seq, entry)
    },
    removeUpTo: seq =>
      then(async () => {
        await writeWaiting()
        await db.query('delete from request_log where seq <= $1::bigint', [seq])
      }),
    flush: () => then(writeWaiting),
  }
}
