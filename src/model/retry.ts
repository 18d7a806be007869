/** What a failed attempt leads to: a wait, or the end of the occurrence. */
import { clip } from './bounds.ts'
import type { RetryPolicy } from './facts.ts'
import type { FailureCause, TaskError } from './failure.ts'
import { isMisuse } from './fault.ts'
import type { Run, Wait } from './run.ts'
import { asTaskFailure } from './task-failure.ts'

/** Delay of the quick second try after a resume, ms. */
const quickRetryMs = 500
/** What a server says of its own time counts for so long at most, ms: it may have meant something else. */
const retryAfterAtMostMs = 24 * 60 * 60_000

/** What is known of a failure besides its error. */
export interface Failure {
  readonly error: TaskError
  /** A lower bound for the next attempt, ms; 0 when there is none. */
  readonly retryAfterMs: number
  /** A network error right after the device or page resumed. */
  readonly afterResume: boolean
}

/** The error as it is stored: class, name and a message of at most 1 KiB. */
export function describeThrown(
  thrown: unknown,
  redact: (message: string) => string = same,
): {
  readonly error: TaskError
  readonly retryAfterMs: number
} {
  const failure = asTaskFailure(thrown)
  const failureClass = failure?.failureClass ?? (isMisuse(thrown) ? 'fatal' : 'retryable')
  const retryAfterMs = failure?.retryAfterMs ?? 0
  return {
    error: { failureClass, ...readError(thrown, redact) },
    // A header that is no number, or that has no end, bounds nothing.
    retryAfterMs: Number.isFinite(retryAfterMs) ? Math.max(0, retryAfterMs) : 0,
  }
}

/** Anything may be thrown, also what cannot be read. */
function readError(
  thrown: unknown,
  redact: (message: string) => string,
): Pick<TaskError, 'name' | 'message'> {
  try {
    const read: { readonly name: unknown; readonly message: unknown } =
      thrown instanceof Error ? thrown : { name: typeof thrown, message: thrown }
    const message: unknown = redact(String(read.message))
    // One that is async would give what no store can hold.
    if (typeof message !== 'string') throw new TypeError('redact() must return a text')
    return { name: clip(String(read.name), 128), message: clip(message) }
  } catch {
    return { name: typeof thrown, message: 'the error could not be read' }
  }
}

const same = (message: string): string => message

/**
 * Full jitter over an exponential back-off: `random · min(cap, base · 2^(failures − 1))`.
 * Source: "Exponential Backoff and Jitter", AWS Architecture Blog, 2015.
 */
export function backoffMs(policy: RetryPolicy, failures: number, random: number): number {
  return Math.round(
    random * Math.min(policy.capMs, policy.baseMs * 2 ** Math.min(failures - 1, 40)),
  )
}

/** The run as it waits for its next attempt, or the cause for which there is none. */
export function decideRetry(
  run: Run,
  failure: Failure,
  policy: RetryPolicy,
  now: number,
  random: number,
  userVersion: number,
): { readonly run: Run } | { readonly cause: FailureCause } {
  const { error, retryAfterMs, afterResume } = failure
  const kind = error.failureClass
  if (kind === 'fatal' || kind === 'fence-rejected') return { cause: 'fatal' }
  const quick = afterResume && !run.quickRetried && (kind === 'offline' || kind === 'retryable')
  const failures = run.failures + 1
  const counted = run.counted + (quick || kind === 'offline' || kind === 'auth' ? 0 : 1)
  if (counted >= policy.attempts) return { cause: 'exhausted' }
  const delay = quick ? quickRetryMs : backoffMs(policy, failures, random)
  const notBefore = retryAfterMs > 0 ? now + Math.min(retryAfterMs, retryAfterAtMostMs) : 0
  const wait: Wait = {
    reason: kind === 'retryable' ? 'retry' : kind,
    since: now,
    nextAttemptAt: kind === 'auth' ? null : Math.max(now + delay, notBefore),
    notBefore,
    userVersion,
    error,
  }
  return {
    run: {
      ...run,
      state: 'waiting',
      failures,
      counted,
      quickRetried: run.quickRetried || quick,
      wait,
      lastError: error,
    },
  }
}
