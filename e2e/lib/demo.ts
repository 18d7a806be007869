/** What does a test know of the demo's server, and what can it ask of it? */
import { resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { createServer } from '../../demo-pwa/server/server.ts'

/** One request in the server's log. */
export interface LoggedRequest {
  readonly seq: number
  readonly at: number
  readonly account: string | null
  readonly method: string
  readonly path: string
  readonly cursor: string | null
  readonly editId: string | null
  readonly idempotencyKey: string | null
  readonly fence: number | null
  readonly store: string | null
  readonly key: string | null
  readonly status: number | null
  readonly applied: boolean
  readonly replay: boolean
}

/** What the server holds of one account. */
export interface AccountState {
  /** How many times each edit changed a row. */
  readonly edits: Readonly<Record<string, number>>
  readonly courses: readonly {
    readonly id: string
    readonly title: string
    readonly done: boolean
  }[]
  readonly messages: readonly { readonly id: string; readonly text: string }[]
}

/** A server of its own, with the built client. */
export interface Demo {
  readonly url: string
  /** Requests of one kind, in the order of their arrival. */
  log(method: 'GET' | 'POST', collection?: 'courses' | 'messages'): Promise<LoggedRequest[]>
  /** Every request of any kind, in the order of their arrival. */
  wholeLog(): Promise<LoggedRequest[]>
  state(account: string): Promise<AccountState>
  trouble(change: Readonly<Record<string, unknown>>): Promise<void>
  /** Data as at the start, under new cursors; an empty log; no trouble. */
  reset(): Promise<void>
  close(): Promise<void>
}

/** Starts one on a free port, with a database in memory; `staticDir` is the folder of the built client. */
export async function startDemo(staticDir = resolve('demo-pwa/dist')): Promise<Demo> {
  // Optimizing PGlite, which is compiled anew in each process, costs more than the tests win by it.
  setFlagsFromString('--liftoff-only')
  const server = await createServer({ staticDir })

  async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${server.url}/api/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path} was answered by ${response.status}`)
    return (await response.json()) as Answer
  }

  return {
    url: server.url,
    async log(method, collection = 'courses') {
      const { rows } = await call<{ rows: LoggedRequest[] }>('GET', 'log')
      return rows.filter(row => row.method === method && row.path.startsWith(`/api/${collection}/`))
    },
    async wholeLog() {
      return (await call<{ rows: LoggedRequest[] }>('GET', 'log')).rows
    },
    async state(account) {
      const { accounts } = await call<{ accounts: Record<string, AccountState> }>('GET', 'state')
      const state = accounts[account]
      if (!state) throw new Error(`the server knows no account ${account}`)
      return state
    },
    async trouble(change) {
      await call('PUT', 'trouble', change)
    },
    async reset() {
      await call('POST', 'reset')
    },
    close: () => server.close(),
  }
}

/** How far a cursor got: the number at its end, `0` for none. */
export function positionOf({ cursor }: LoggedRequest): number {
  return Number(cursor?.split('.').at(-1) ?? 0)
}
