/** A trigger, and what may become of it. */
import type { Json } from './json.ts'

/** Whether a trigger may bring something that the running work has not read. */
export type Brings = 'nothing' | 'news' | 'maybe'

/** What became of a trigger. */
export type Decision = 'started' | 'joined' | 'buffered' | 'skipped' | 'deferred' | 'rejected'

/** Why: the row of the table that decided. */
export type DecisionReason =
  | 'agent-stopped'
  | 'ambiguous-user'
  | 'cancelling'
  | 'capacity'
  | 'clock-set-back'
  | 'debounce'
  | 'exhausted'
  | 'failed'
  | 'gate'
  | 'min-interval'
  | 'news'
  | 'no-event'
  | 'offline'
  | 'paused'
  | 'reload-needed'
  | 'running'
  | 'sealed'
  | 'signed-out'
  | 'slot-done'
  | 'slot-missed'
  | 'slot-queued'
  | 'stage-ignores-signal'
  | 'store-unavailable'
  | 'store-waiting'
  | 'waiting-retry'

/** What happens to a trigger while the key is running; `auto` is the table in `docs/guarantees.md`. */
export type WhenRunning = 'auto' | 'join' | 'buffer' | 'restart' | 'skip'

/** An instant of a schedule that a trigger is for. */
export interface DueSlot {
  /** The schedule's id. */
  readonly id: string
  readonly at: number
  readonly anchorAt: number
  /** Longest distance between two slots, ms. */
  readonly periodMs: number
  /** It never joins a run: it waits until the key is free. */
  readonly queues: boolean
  /** Older slots that nobody will serve, since the backlog is too long. */
  readonly passedOver: number
}

/** A trigger as it reaches the rules. The source is for people; the three flags decide. */
export interface TriggerRequest {
  readonly source: string
  readonly byUser: boolean
  readonly brings: Brings
  /** Absent: the trigger says nothing about the payload. */
  readonly payload?: Json
  /** The slot that this trigger is for. */
  readonly slot?: DueSlot
  readonly whenRunning?: WhenRunning
  /** The epoch of the sign-in that it was asked in, when one is meant; in another one it is signed out. */
  readonly sessionEpoch?: number | undefined
  /** How many equal triggers this one stands for. */
  readonly count?: number
}

/** One trigger as it is kept with a run. */
export interface TriggerNote {
  /** Where it came from, for people. */
  readonly source: string
  /** When it came, epoch ms. */
  readonly at: number
  /** Whether a person asked. */
  readonly byUser: boolean
  /** The agent that was asked. */
  readonly agent: string
  /** What became of it. */
  readonly decision: Decision
  /** Why; `null` where there is nothing to tell. */
  readonly reason: DecisionReason | null
  /** How many equal ones it stands for. */
  readonly count: number
  /** It brought something; absent otherwise. */
  readonly news?: true
}

/** One trigger that started nothing and joined nothing, as it is kept with the key. */
export interface RecentDecision extends TriggerNote {
  /** The run that will answer it, when there is one. */
  readonly runId: string | null
}

/** What a trigger's `brings` is when the caller did not say. */
export function defaultBrings(source: string, direct: boolean): Brings {
  if (source === 'change') return 'news'
  return direct ? 'maybe' : 'nothing'
}
