/** What a rule is told besides the record: the moment, the agent, the task. All of it is data. */
import type { HistoryRow } from './history-row.ts'
import type { Json } from './json.ts'
import type { AgentKind } from './lease.ts'
import type { TaskRecord } from './record.ts'
import type { UserRecord } from './user-record.ts'
import type { WhenRunning } from './trigger.ts'

/** What the store knows, read in the transaction that decides. */
export interface StoreState {
  readonly record: TaskRecord | null
  readonly user: UserRecord | null
  readonly now: number
  readonly storeId: string
  /** No fence and no epoch may be below it; other than 0 only where no record is left. */
  readonly floor: number
}

/** What a rule answers: what to write (nothing when absent) and what to tell. */
export interface Decided<Result> {
  readonly record?: TaskRecord
  /** Rows of runs that this transaction ended. */
  readonly history?: readonly HistoryRow[]
  readonly result: Result
}

/** The agent that asks, and what it drew beforehand. */
export interface AgentFacts {
  readonly agent: string
  readonly agentKind: AgentKind
  readonly agentLabel: string
  /** Owner id for an acquisition in this transaction: new for each. */
  readonly owner: string
  /** Run id for a new occurrence in this transaction. */
  readonly runId: string
  /** Name of the presence lock that is held; `null` when there is none. */
  readonly presence: string | null
  /** `true`, or why nothing may start in this agent now. */
  readonly mayStart:
    | true
    | 'presence-needed'
    | 'agent-stopped'
    | 'no-event'
    | 'stage-ignores-signal'
    | 'capacity'
    | 'reload-needed'
  readonly ttlMs: number
  readonly online: boolean
  /** This agent's own run of the key has done its work, and only its settle is to be confirmed. */
  readonly settling: boolean
  /** `true`, or the reason for which the task's own gate is closed. */
  readonly gate: true | string
  /** Drawn from [0, 1). */
  readonly random: number
  /** Changes the message of an error of the app before it is stored. Default: unchanged. */
  readonly redact?: (message: string) => string
}

/** How failures of a task are repeated. */
export interface RetryPolicy {
  /** Counted attempts of one occurrence. Default 12. */
  readonly attempts: number
  /** First back-off, ms. Default 2 000. */
  readonly baseMs: number
  /** Largest back-off, ms. Default 900 000 (15 min). */
  readonly capMs: number
}

/** What another version of a task left: nothing where there is nothing of that version. */
export interface MigrateFrom {
  /** Where the unfinished run is; `null` when it has committed nothing, or there is none. */
  readonly checkpoint: {
    readonly taskVersion: number
    readonly stage: string | null
    readonly cursor: Json
    readonly finished: readonly string[]
  } | null
  /** Where incremental stages ended, by stage. */
  readonly bookmarks: Readonly<
    Record<string, { readonly cursor: Json; readonly taskVersion: number }>
  >
}

/** The same in the form of this version. What is absent is dropped: the run starts anew, the stage from nothing. */
export interface MigrateTo<StageName extends string = string> {
  /** Where the unfinished run goes on; absent or `null`: it begins anew. */
  readonly checkpoint?: {
    /** The stage to go on with; those before it do not run again. */
    readonly stage: StageName
    /** Default `null`: from its beginning. */
    readonly cursor?: Json
    /** Further stages that do not run again. Default none. */
    readonly finished?: readonly StageName[]
  } | null
  /** Cursors of incremental stages, by stage. */
  readonly bookmarks?: { readonly [Name in StageName]?: Json }
}

/** The rules of one task, as data. */
export interface TaskPolicy {
  readonly scope: string
  readonly version: number
  readonly stages: readonly { readonly name: string; readonly incremental: boolean }[]
  /** `last-stage`: sealed when the last of several stages begins; `manual`: by `run.seal()`; `never`. */
  readonly seals: 'last-stage' | 'manual' | 'never'
  readonly whenRunning: WhenRunning
  readonly minIntervalMs: number
  /** An automatic trigger waits so long for further ones, ms; 0: it does not. */
  readonly debounceMs: number
  /** … but no longer than this after the first of them, ms. */
  readonly maxWaitMs: number
  readonly network: boolean
  readonly retry: RetryPolicy
  /** Pure. Default: the latest payload. */
  readonly mergePayload?: (older: Json, newer: Json) => Json
  /** Pure. Default: nothing of another version is kept. */
  readonly migrate?: (from: MigrateFrom) => MigrateTo
}
