/** The errors of the library: what was expected, what was found, what to do. */

/** What kind of promise was broken. */
export type RegistryErrorCode =
  | 'invalid-argument'
  | 'invalid-option'
  | 'invalid-task'
  | 'unknown-task'
  | 'task-conflict'
  | 'not-json'
  | 'too-large'
  | 'closed'
  | 'busy'
  | 'reload-needed'
  | 'stage-finished'
  | 'stage-ignores-signal'
  | 'store-unavailable'
  | 'store-failed'
  | 'foreign-await'
  | 'missing-tables'
  | 'no-fenced-writes'
  | 'environment'

/** A broken promise of the environment, or wrong use. Expected outcomes are returned instead. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError'
  /** The machine-readable kind. */
  readonly code: RegistryErrorCode
  /** Facts about this case, for logs. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(
    code: RegistryErrorCode,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.details = details
  }
}

/** How a failed attempt is treated. */
export type FailureClass =
  | 'retryable'
  | 'fatal'
  | 'offline'
  | 'auth'
  | 'rate-limited'
  | 'fence-rejected'

/** Why a stage was told to stop. */
export type AbortReason =
  | 'lease-lost'
  | 'lease-in-doubt'
  | 'run-timeout'
  | 'stalled'
  | 'cancelled'
  | 'signed-out'
  | 'superseded'
  | 'closing'

/**
 * Thrown by `commit`, `seal`, `ensure` and `headers` when this run is no longer ours, and the
 * reason of `run.signal`. Expected: let it through, the registry deals with it.
 */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
  /** What ended the attempt. */
  readonly reason: AbortReason

  constructor(reason: AbortReason) {
    super(`the run was stopped: ${reason}`)
    this.reason = reason
  }
}
