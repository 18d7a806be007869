/** Which triggers wait for a later run? */
import type { TaskError } from './failure.ts'
import type { Json } from './json.ts'
import type { DecisionReason, TriggerNote } from './trigger.ts'

/** Triggers that wait together for one later run. */
export interface PendingTriggers {
  /** The run that will answer them. */
  readonly runId: string
  readonly triggers: readonly TriggerNote[]
  readonly triggersDropped: number
  readonly byUser: boolean
  /** Whether one of them may bring something. */
  readonly brings: boolean
  readonly payload: Json
  readonly hasPayload: boolean
  /** `mergePayload` threw over these triggers. */
  readonly fault?: TaskError
  readonly scheduledAt: number | null
  readonly requestedAt: number
}

/** Triggers that wait for a reason to end. */
export interface DeferredTriggers extends PendingTriggers {
  readonly reason: DecisionReason
  /** When to look again; `null`: an event ends the reason. */
  readonly dueAt: number | null
}
