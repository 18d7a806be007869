/** Requests between simulated agents and a simulated server; request and answer are events of their own. */
import type { Scheduler } from './scheduler.ts'

/** A request. */
export interface SimRequest {
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** An answer. */
export interface SimResponse {
  readonly status: number
  readonly body: unknown
  /** `Retry-After`, ms. */
  readonly retryAfterMs?: number
}

/** What stands at the other end. */
export type SimServer = (request: SimRequest) => SimResponse

/** Sends requests; rejects with a `TypeError` where there is no network, as `fetch` does. */
export type SimFetch = (request: SimRequest) => Promise<SimResponse>

/** The network of a world. */
export interface SimNetwork {
  /** How `member` sends; `isOnline` is asked when a request leaves. */
  fetchFor(member: string, isOnline: () => boolean): SimFetch
  /** A captive portal: agents believe to be online, and every request fails. */
  setReachable(reachable: boolean): void
}

/** Makes the network between the agents of a scheduler and a server. */
export function createSimNetwork(scheduler: Scheduler, server: SimServer): SimNetwork {
  let requests = 0
  let reachable = true
  return {
    fetchFor: (member, isOnline) => request =>
      new Promise((resolve, reject) => {
        const id = ++requests
        const { path, signal } = request
        const onAbort = (): void => reject(signal?.reason as Error)
        const answer = (label: string, settle: () => void): void =>
          scheduler.add(`answer ${id}`, {
            owner: member,
            label: `${member} hears ${label}`,
            run() {
              signal?.removeEventListener('abort', onAbort)
              settle()
            },
          })
        signal?.addEventListener('abort', onAbort, { once: true })
        if (!isOnline() || !reachable) {
          answer(`that ${path} failed`, () => reject(new TypeError('fetch failed')))
          return
        }
        scheduler.add(`request ${id}`, {
          owner: null,
          from: member,
          label: `the server gets ${path} of ${member}`,
          run() {
            const response = server(request)
            answer(`${response.status} to ${path}`, () => resolve(response))
          },
        })
      }),
    setReachable(next) {
      reachable = next
    },
  }
}
