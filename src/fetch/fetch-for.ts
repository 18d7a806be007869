/** Entry `leasehold/fetch`: how does a stage ask its server, so that what fails has the right class? */
import { chooseHttpFailure } from '../model/http-answer.ts'
import { isFaultOfCode } from '../model/fault.ts'
import { headerNames } from '../model/idempotency.ts'
import { checkOptions, type OptionKinds } from '../model/options.ts'
import { TaskFailure } from '../model/task-failure.ts'
import { systemClock } from '../platform/clock.ts'
import type { Clock } from '../port/clock.ts'
import type { TaskRun } from '../run/stage.ts'
import { readReason } from './body-start.ts'

/** What of a run its requests need. */
export type FetchingRun = Pick<TaskRun<never, never, never>, 'signal' | 'headers'>

/** A request of a run: what `fetch` takes, and two members more. */
export interface RunRequestInit extends RequestInit {
  /**
   * What this request sends, as `run.headers(part)` names it: its headers go along, so that a server
   * recognises a repetition and a stale sender. Default: none of them, as reading needs none.
   */
  readonly part?: string
  /** Statuses from 400 on that are an answer to this request, and no failure: `[404]`. Default none. */
  readonly accept?: readonly number[]
}

/** Does what `fetch` does, for one run. Can be passed to whatever takes a `fetch`. */
export type RunFetch = (input: string | URL | Request, init?: RunRequestInit) => Promise<Response>

/** What stands behind a `RunFetch`. */
export interface FetchOptions {
  /** Sends the requests. Default: the platform's `fetch`, as it is when a request is sent. */
  readonly fetch?: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** For a `Retry-After` that is a date, and how long a body is waited for. Default: the system's. */
  readonly clock?: Clock
}

const optionKinds: OptionKinds<FetchOptions> = { fetch: 'function', clock: 'object' }

/**
 * Makes the `fetch` of one run, to be used in its stages. It passes `run.signal` (beside the caller's
 * own), and resolves with the response when that is no failure: a status below 400, or one that the
 * request accepts. Else it rejects with a `TaskFailure` of the class that the answer stands for.
 *
 * - 401: `auth`. 511: `offline`. 412: `fence-rejected` if the request named its fence. 429, and whatever
 *   else has a `Retry-After` above 0: `rate-limited`. 408, 425, other 5xx: `retryable`. Other 4xx: `fatal`.
 * - No answer at all: `retryable`; the registry makes `offline` of it when the browser says so.
 * - Aborted: the reason of the signal, a `LeaseLost` or what the caller's signal says (such as the
 *   `TimeoutError` of `AbortSignal.timeout()`, which is retried).
 * - What `fetch` cannot send (a malformed address or header) rejects as the platform has it.
 *
 * The message names method, address without its query, status and at most 1 KiB of what the body says;
 * a body is read for nothing else. A second signal needs `AbortSignal.any` (browsers of 2024).
 *
 * @throws RegistryError `invalid-argument` for an option that it does not know.
 * @example
 * pushing: stage(async run => {
 *   const fetch = fetchFor(run)
 *   for await (const edit of outbox.pending()) {
 *     await fetch('/api/edits', { method: 'POST', body: JSON.stringify(edit), part: edit.id })
 *     await outbox.remove(edit.id)
 *   }
 * })
 */
export function fetchFor(run: FetchingRun, options: FetchOptions = {}): RunFetch {
  checkOptions(options, optionKinds, 'fetchFor()')
  const { fetch: send = (input, init) => fetch(input, init), clock = systemClock() } = options

  return async (input, { part, accept = [], ...init } = {}) => {
    // Whatever realm or package it is of: its headers and its signal are not lost.
    const request = typeof input === 'object' && 'headers' in input ? input : null
    const headers = new Headers(init.headers ?? request?.headers)
    if (part !== undefined) {
      for (const [name, value] of Object.entries(await run.headers(part))) headers.set(name, value)
    }
    const own = init.signal === undefined ? request?.signal : init.signal
    const signal = own ? AbortSignal.any([run.signal, own]) : run.signal
    const name = `${init.method ?? request?.method ?? 'GET'} ${addressOf(request?.url ?? (input as string | URL))}`

    let response: Response
    try {
      response = await send(input, { ...init, headers, signal })
    } catch (thrown) {
      // Platforms differ in what they reject an aborted request with; the reason says why.
      signal.throwIfAborted()
      // What cannot even be sent is a fault of the code, and reported as it was thrown.
      if (isFaultOfCode(thrown) || !(thrown instanceof TypeError)) throw thrown
      throw new TaskFailure('retryable', `no answer to ${name}: ${thrown.message}`, {
        cause: thrown,
      })
    }
    const { status } = response
    const answer = {
      status,
      retryAfter: response.headers.get('Retry-After'),
      date: response.headers.get('Date'),
      fenced: headers.has(headerNames.fence),
    }
    const failure = accept.includes(status) ? null : chooseHttpFailure(answer, clock.now())
    if (!failure) return response
    const reason = await readReason(response, clock)
    signal.throwIfAborted()
    const { failureClass, retryAfterMs } = failure
    const message = `the server answered ${status} to ${name}${reason && `: ${reason}`}`
    throw new TaskFailure(failureClass, message, { retryAfterMs })
  }
}

/** Queries may hold what belongs in no history. */
function addressOf(url: string | URL): string {
  return String(url).split(/[?#]/, 1).join()
}
