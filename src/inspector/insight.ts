/** What does an inspector know at one moment? */
import type { HistoryRow } from '../model/history-row.ts'
import type { TaskRecord } from '../model/record.ts'
import type { Progress } from '../model/run.ts'
import type { UserRecord } from '../model/user-record.ts'
import type { StoreHealth } from '../model/view.ts'

/** Everything that an inspector shows is derived from it. */
export interface Insight {
  /**
   * `failed`: the store did not give what was asked for; what was known before is still here. `closed`: the
   * registry was closed, and nothing more will be known.
   */
  readonly phase: 'loading' | 'ready' | 'failed' | 'closed'
  /** What the store said, when it failed. */
  readonly failure: string | null
  /** The name of the registry. */
  readonly name: string
  /** The agent that looks. */
  readonly agent: string
  readonly storeId: string | null
  readonly health: StoreHealth
  /** By key, in the order of the store. */
  readonly records: ReadonlyMap<string, TaskRecord>
  readonly users: ReadonlyMap<string, UserRecord>
  /** By key, what travelled by message and is not stored yet. */
  readonly progress: ReadonlyMap<string, { readonly runId: string; readonly progress: Progress }>
  /** Finished runs of all keys, the newest first. */
  readonly rows: readonly HistoryRow[]
  /** How agents were called last, by their ids: those of these runs, and those that were seen to hold a lease. */
  readonly labels: ReadonlyMap<string, string>
  /** Not all finished runs that the store has are in `rows`. */
  readonly isCut: boolean
}

/** Nothing is known yet. */
export function emptyInsight(name: string, agent: string): Insight {
  return {
    phase: 'loading',
    failure: null,
    name,
    agent,
    storeId: null,
    health: { state: 'ok' },
    records: new Map(),
    users: new Map(),
    progress: new Map(),
    rows: [],
    labels: new Map(),
    isCut: false,
  }
}
