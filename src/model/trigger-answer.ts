/** What a trigger is answered by the rules. */
import type { Decision, DecisionReason } from './trigger.ts'

/** The answer to a trigger. */
export interface TriggerResult {
  readonly decision: Decision
  readonly reason: DecisionReason | null
  /** The run that answers it: started, joined, or the follow-up that will start. */
  readonly runId: string | null
  readonly followUp: boolean
  /** The caller's owner holds the key now. */
  readonly acquired: boolean
  /** Nothing was decided: take presence, then ask again. */
  readonly needsPresence: boolean
  /** What the task's gate said. */
  readonly gate: string | null
  /** The record is a newer version's: the decision is not written down. */
  readonly unwritten?: true
}

/** The answer of a decision that neither acquired nor asks for a follow-up. */
export function answer(
  decision: Decision,
  reason: DecisionReason | null,
  runId: string | null = null,
): TriggerResult {
  return {
    decision,
    reason,
    runId,
    followUp: false,
    acquired: false,
    needsPresence: false,
    gate: null,
  }
}
