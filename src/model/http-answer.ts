/** What does a server's answer mean for the run: nothing, or a failure of which class, and until when? */
import type { FailureClass } from './error.ts'

/** What of an answer decides. */
export interface HttpAnswer {
  /** 0 for one that cannot be looked into (`no-cors`, a redirect that is not followed). */
  readonly status: number
  /** The header `Retry-After`; `null` when there is none. */
  readonly retryAfter: string | null
  /** The header `Date`: what the server's clock says; `null` when it cannot be read. */
  readonly date: string | null
  /** The request named the fence of its run. */
  readonly fenced: boolean
}

/** A failure that an answer stands for. */
export interface HttpFailure {
  readonly failureClass: FailureClass
  /** A lower bound for the next attempt, ms; 0 when there is none. */
  readonly retryAfterMs: number
}

const httpDate = /^[a-z]+, \d\d[ -][a-z]{3}[ -]\d{2,4} \d\d:\d\d:\d\d gmt$/i

/** The failure that an answer stands for; `null` when it is none. `now`: this device's clock, epoch ms. */
export function chooseHttpFailure(answer: HttpAnswer, now: number): HttpFailure | null {
  const { status } = answer
  // Below are success, and what the caller asked for: a redirect not to follow, a 304, an opaque answer.
  if (status < 400) return null
  const boundMs = parseRetryAfter(answer.retryAfter, answer.date, now)
  return { failureClass: classOf(answer, boundMs !== null), retryAfterMs: boundMs ?? 0 }
}

function classOf({ status, fenced }: HttpAnswer, isBounded: boolean): FailureClass {
  if (status === 401) return 'auth'
  // Without a fence in the request it refuses a condition of the app (`If-Match`), and will again.
  if (status === 412 && fenced) return 'fence-rejected'
  // Said by the network on the way (a captive portal), not by the server.
  if (status === 511) return 'offline'
  // Who says when to come back does not refuse for good: some servers limit rates by a 403.
  if (status === 429 || isBounded) return 'rate-limited'
  if (status === 408 || status === 425 || status >= 500) return 'retryable'
  return 'fatal'
}

/**
 * `Retry-After` in ms from now: seconds, or an HTTP date. `null` when it is absent, neither of them, or over
 * already: 0 bounds nothing, and says nothing of a rate. A date is compared with the server's own clock where
 * that can be read: this device's may be wrong.
 * Source: RFC 9110, 10.2.3 and 5.6.7; its oldest form of dates, which names no time zone, is not read.
 */
function parseRetryAfter(text: string | null, date: string | null, now: number): number | null {
  const boundMs = distanceMs(text?.trim() ?? '', date, now)
  return boundMs !== null && boundMs > 0 ? boundMs : null
}

function distanceMs(value: string, date: string | null, now: number): number | null {
  if (/^\d+(?:\.\d+)?$/.test(value)) return Number(value) * 1_000
  const at = parseHttpDate(value)
  return at === null ? null : at - (parseHttpDate(date ?? '') ?? now)
}

function parseHttpDate(text: string): number | null {
  // `Date.parse` alone finds a date in nearly every text that has a number.
  const at = httpDate.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : at
}
