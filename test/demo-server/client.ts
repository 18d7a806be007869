/** How do the tests talk to a demo server? */
import type { LogEntry } from '../../demo-pwa/server/log-entry.ts'
import type { AccountState } from '../../demo-pwa/server/state.ts'
import type { TroubleView } from '../../demo-pwa/server/trouble.ts'
import { stamp } from './builders.ts'

/** An answer, read. */
export interface Answer<Body> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

/** What a pull answers. */
export type Page = {
  readonly rows: readonly ({ readonly id: string } & Record<string, unknown>)[]
  readonly next: string
  readonly more: boolean
  readonly total: number
  readonly restarted?: boolean
}

/** What every refused request gets. */
export type Refusal = { readonly error: string; readonly message: string }

/** The requests of the demo, short to write. */
export function createClient(url: () => string) {
  async function send<Body = Refusal>(
    method: string,
    path: string,
    init: { body?: unknown; headers?: Record<string, string>; signal?: AbortSignal } = {},
  ): Promise<Answer<Body>> {
    const { body, headers = {}, signal } = init
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
    const response = await fetch(url() + path, {
      method,
      headers,
      ...(text !== undefined && { body: text }),
      ...(signal !== undefined && { signal }),
    })
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Body,
    }
  }

  async function page(account: string, collection: string, query: Record<string, string> = {}) {
    const path = `/api/${collection}/changes?${new URLSearchParams(query)}`
    return (await send<Page>('GET', path, { headers: { Authorization: `Bearer ${account}` } })).body
  }

  return {
    url,
    send,
    page,
    /** Every page behind `cursor`. */
    async pull(account: string, collection: string, query: Record<string, string> = {}) {
      const pages = [await page(account, collection, query)]
      for (let last = pages[0]; last?.more; last = pages.at(-1))
        pages.push(await page(account, collection, { ...query, cursor: last.next }))
      return pages
    },
    push: <Body = { edit: string; applied: boolean; seq: number }>(
      edit: { readonly id: string },
      init: {
        account?: string
        to?: string
        headers?: Record<string, string>
        signal?: AbortSignal
      } = {},
    ) =>
      send<Body>('POST', `/api/${init.to ?? 'courses'}/edits`, {
        body: edit,
        headers: { ...stamp(edit.id, init.account), ...init.headers },
        ...(init.signal && { signal: init.signal }),
      }),
    trouble: async (change: Record<string, unknown>) => {
      const answer = await send<{ accounts: Record<string, TroubleView> }>('PUT', '/api/trouble', {
        body: change,
      })
      return answer.body.accounts
    },
    held: async (account = 'ada') => {
      const answer = await send<{ accounts: Record<string, TroubleView> }>('GET', '/api/trouble')
      return answer.body.accounts[account]?.held
    },
    log: async (after = 0) =>
      (await send<{ rows: LogEntry[]; last: number }>('GET', `/api/log?after=${after}`)).body.rows,
    state: async (account = 'ada'): Promise<AccountState> => {
      const answer = await send<{ accounts: Record<string, AccountState> }>('GET', '/api/state')
      const state = answer.body.accounts[account]
      if (state === undefined) throw new Error(`no state of ${account}`)
      return state
    },
  }
}
