/** What running a task needs of the agent around it. */
import type { Decided, StoreState } from '../model/facts.ts'
import type { HistoryRow } from '../model/history-row.ts'
import type { TaskRecord } from '../model/record.ts'
import type { Progress } from '../model/run.ts'
import type { Absence } from '../lease/absence.ts'
import type { Clock, Random } from '../port/clock.ts'
import type { Environment } from '../port/environment.ts'
import type { ApplicationWrite } from '../port/fenced-writes.ts'

/** A transaction that is known to have landed. */
export interface Landed<Result> {
  readonly result: Result
  /** The record as it is after it. */
  readonly record: TaskRecord | null
  readonly rows: readonly HistoryRow[]
  readonly storeId: string
}

/** The agent, as a run sees it. */
export interface RunDeps {
  readonly clock: Clock
  readonly random: Random
  readonly environment: Environment
  readonly absence: Absence
  /**
   * One transaction on a key; what it wrote is learned here and told to the others. `onOverdue`: it
   * takes long. With `application` the app writes in it, too.
   */
  transact<Result>(
    address: { readonly key: string; readonly userId: string },
    decide: (state: StoreState) => Decided<Result>,
    onOverdue?: () => void,
    application?: ApplicationWrite<never>,
  ): Promise<Landed<Result>>
  /** How long a lease is written for now, ms: longer while this agent is hidden. */
  ttlMs(): number
  /** How long runs may go on in this agent, ms: infinite but in a service worker. */
  remainingMs(): number
  /** Whether the device or page resumed a moment ago. */
  resumedLately(): boolean
  sendProgress(note: {
    readonly key: string
    readonly runId: string
    readonly fence: number
    readonly progress: Progress
  }): void
  /** `where`: the code of the app that threw it, when it was that. */
  onError(error: unknown, where?: string): void
  /** Changes an error's message before it is stored. */
  redact(message: string): string
}
