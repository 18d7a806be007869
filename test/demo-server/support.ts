/** How do the tests start a demo server and talk to it? */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Clock } from '../../demo-pwa/server/clock.ts'
import type { LogEntry } from '../../demo-pwa/server/log-entry.ts'
import { createServer, type DemoServer, type ServerOptions } from '../../demo-pwa/server/server.ts'
import type { AccountState } from '../../demo-pwa/server/state.ts'
import type { TroubleView } from '../../demo-pwa/server/trouble.ts'

/** PGlite makes a new database in seconds, on a busy machine in many. */
export const PATIENCE_MS = 60_000

/** What `read` gives, once it is as expected: `await eventually(read).toBe(1)`. */
export function eventually<Value>(read: () => Value | Promise<Value>) {
  return expect.poll(read, { timeout: PATIENCE_MS, interval: 10 })
}

/** An answer, read. */
export interface Answer<Body> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

export type Page = {
  readonly rows: readonly ({ readonly id: string } & Record<string, unknown>)[]
  readonly next: string
  readonly more: boolean
  readonly total: number
  readonly restarted?: boolean
}

export type Refusal = { readonly error: string; readonly message: string }

/** Starts in memory, or in a schema of its own on the server that `TEST_DATABASE_URL` names. */
export async function startServer(options: ServerOptions = {}): Promise<DemoServer> {
  const databaseUrl = process.env['TEST_DATABASE_URL']
  if (databaseUrl === undefined) return createServer(options)
  const schema = `demo_test_${randomUUID().replaceAll('-', '')}`
  const server = await createServer({ databaseUrl, schema, ...options })
  const close = async () => {
    await server.db.query(`drop schema if exists "${schema}" cascade`)
    await server.close()
  }
  return { ...server, close }
}

/** A server for all tests that follow, put back to its seed before each. */
export function useServer(options: ServerOptions = {}): Client {
  let server: DemoServer | undefined
  beforeAll(async () => {
    server = await startServer(options)
  }, PATIENCE_MS)
  afterAll(() => server?.close())
  const client = createClient(() => server?.url ?? '')
  beforeEach(async () => {
    await client.send('POST', '/api/reset')
  })
  return client
}

/** The requests of the demo, short to write. */
export type Client = ReturnType<typeof createClient>

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

/** The headers of an edit, the key made from its id. */
export function stamp(editId: string, account = 'ada', fence = 1): Record<string, string> {
  return {
    Authorization: `Bearer ${account}`,
    'Idempotency-Key': `store-1/${account}/${editId}`,
    'Leasehold-Store': 'store-1',
    'Leasehold-Key': `${account}|course_sync`,
    'Leasehold-Fence': String(fence),
  }
}

export function course(id: string, change: Record<string, unknown> = {}) {
  return { id, title: `Title of ${id}`, body: 'Body', done: false, updatedAt: 1_000, ...change }
}

/** An edit that puts a course; a new edit each time. */
export function putCourse(entityId: string, change: Record<string, unknown> = {}) {
  return { id: randomUUID(), kind: 'put', entity: course(entityId, change), madeAt: 2_000 }
}

export function deleteRow(entityId: string) {
  return { id: randomUUID(), kind: 'delete', entityId, madeAt: 3_000 }
}

/** A clock that stands still; what waits on it waits for `release`. */
export function createManualClock(): Clock & { release(): void; waiting(): readonly number[] } {
  const waits = new Map<() => void, number>()
  return {
    now: () => 1_700_000_000_000,
    wait: (ms, signal) =>
      new Promise(resolve => {
        const done = () => {
          waits.delete(done)
          resolve()
        }
        waits.set(done, ms)
        signal.addEventListener('abort', done, { once: true })
      }),
    release: () => {
      for (const done of waits.keys()) done()
    },
    waiting: () => [...waits.values()],
  }
}
