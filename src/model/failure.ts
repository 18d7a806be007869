/** What is stored of a failure? */
import type { FailureClass } from './error.ts'

/** Why a failed occurrence is not tried again by itself. */
export type FailureCause = 'fatal' | 'exhausted' | 'poisoned'

/** A failure as it is stored. */
export interface TaskError {
  /** What the failure means for the run. */
  readonly failureClass: FailureClass
  /** Name of the error that was thrown. */
  readonly name: string
  /** Its message, after `redact`. */
  readonly message: string
}
