/** The error by which a stage says how its failure is to be treated. */
import { type FailureClass, RegistryError } from './error.ts'
import { checkOptions, foundIn } from './options.ts'

const classes: readonly unknown[] = [
  'retryable',
  'fatal',
  'offline',
  'auth',
  'rate-limited',
  'fence-rejected',
] satisfies readonly FailureClass[]

// A header that is no number bounds nothing: what a server sent is not the author's mistake.
const kinds = { retryAfterMs: 'any', cause: 'any' } as const

/**
 * Throw it from a stage to say how its failure is to be treated; every other error is `retryable`, but for a
 * wrong use of the run (`stage-finished`, `no-fenced-writes`), which is `fatal`.
 *
 * @example
 * if (response.status === 401) throw new TaskFailure('auth', 'the session has expired')
 */
export class TaskFailure extends Error {
  override readonly name = 'TaskFailure'
  /** `retryable` · `fatal` · `offline` · `auth` · `rate-limited` · `fence-rejected` (a server's 412). */
  readonly failureClass: FailureClass
  /** A lower bound for the next attempt, in ms (a server's `Retry-After`). More than a day counts as one. */
  readonly retryAfterMs: number | undefined

  constructor(
    failureClass: FailureClass,
    message: string,
    options: { readonly retryAfterMs?: number; readonly cause?: unknown } = {},
  ) {
    if (!classes.includes(failureClass)) {
      throw new RegistryError(
        'invalid-argument',
        `new TaskFailure(): the class must be one of ${classes.join(', ')}, found ${foundIn(failureClass)}.`,
      )
    }
    checkOptions(options, kinds, 'new TaskFailure()')
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.failureClass = failureClass
    this.retryAfterMs = options.retryAfterMs
  }
}

/** What a stage threw, if it is a failure of a known class; `null` for all else. Total. */
export function asTaskFailure(thrown: unknown): TaskFailure | null {
  try {
    return thrown instanceof TaskFailure && classes.includes(thrown.failureClass) ? thrown : null
  } catch {
    return null
  }
}
