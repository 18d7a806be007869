/** What can the page see of the demo's server, and do to it? */
import type { Account } from '../account/remembered.ts'

/** A server that is silent keeps nobody out for longer, ms. */
const renewMs = 3_000

/** The trouble switches of one account. */
export interface TroubleView {
  readonly delayMs: number
  readonly failNext: { readonly status: number; readonly count: number } | null
  readonly failAll: number | null
  readonly holdAfterApply: boolean
  readonly expired: boolean
  /** How many applied edits wait for their answer. */
  readonly held: number
}

/** A change of the switches; what is left out stays. */
export interface TroubleChange {
  readonly delayMs?: number
  readonly failNext?: {
    readonly status: number
    readonly count: number
    readonly retryAfterS?: number
  } | null
  readonly failAll?: number | null
  readonly holdAfterApply?: boolean
}

/** One request in the server's log. */
export interface LogEntry {
  readonly seq: number
  readonly at: number
  readonly account: string | null
  readonly method: string
  readonly path: string
  readonly cursor: string | null
  readonly editId: string | null
  readonly fence: number | null
  readonly run: string | null
  readonly status: number | null
  readonly applied: boolean
  readonly replay: boolean
}

interface AllTrouble {
  readonly accounts: Readonly<Record<Account, TroubleView>>
}

/** Tells the server that the person entered a password; it makes an expired session valid again. */
export async function renewSession(account: Account): Promise<void> {
  await call('POST', 'session', { account }, AbortSignal.timeout(renewMs))
}

/** The switches of an account. */
export async function readTrouble(account: Account): Promise<TroubleView> {
  return (await call<AllTrouble>('GET', 'trouble')).accounts[account]
}

/** Changes the switches of an account. */
export async function changeTrouble(account: Account, change: TroubleChange): Promise<void> {
  await call('PUT', 'trouble', { account, ...change })
}

/** Lets the session of an account expire; `null` makes all valid again. */
export async function expireSession(account: Account | null): Promise<void> {
  await call('PUT', 'trouble', { expireSession: account })
}

/** The requests behind `seq`, the oldest first. */
export async function readLog(seq: number): Promise<readonly LogEntry[]> {
  return (await call<{ readonly rows: readonly LogEntry[] }>('GET', `log?after=${seq}`)).rows
}

/** Puts the server's data back to the start; clients pull all of it again. The switches stay. */
export async function resetServer(): Promise<void> {
  await call('POST', 'reset?keep=trouble')
}

async function call<Answer>(
  method: string,
  path: string,
  body?: unknown,
  signal: AbortSignal | null = null,
): Promise<Answer> {
  const response = await fetch(`/api/${path}`, {
    method,
    signal,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  })
  if (!response.ok) throw new Error(`the server answered ${response.status} to /api/${path}`)
  return (await response.json()) as Answer
}
