/** What does the request log say about one request? */
import type { Account } from './accounts.ts'

/** One data request. */
export interface LogEntry {
  /** Grows by one with each request, in the order of arrival. */
  readonly seq: number
  readonly at: number
  /** `null` when the request was not signed in. */
  readonly account: Account | null
  readonly method: string
  readonly path: string
  readonly cursor: string | null
  readonly editId: string | null
  readonly idempotencyKey: string | null
  readonly fence: number | null
  readonly store: string | null
  readonly key: string | null
  readonly run: string | null
  /** `null` while it is not answered, for ever when the client left before. */
  readonly status: number | null
  /** This request changed rows. */
  readonly applied: boolean
  /** This request was answered with the first answer to its Idempotency-Key. */
  readonly replay: boolean
}

const MAX_TEXT = 512

/** What can be said about a request when it arrives. */
export function describeRequest(request: Request): Omit<LogEntry, 'seq' | 'at'> {
  const { pathname, searchParams } = new URL(request.url)
  const header = (name: string) => cut(request.headers.get(name))
  const fence = header('Leasehold-Fence')
  return {
    account: null,
    method: request.method,
    path: pathname.slice(0, MAX_TEXT),
    cursor: cut(searchParams.get('cursor')),
    editId: null,
    idempotencyKey: header('Idempotency-Key'),
    fence: fence !== null && /^\d+$/.test(fence) ? Number(fence) : null,
    store: header('Leasehold-Store'),
    key: header('Leasehold-Key'),
    run: header('Leasehold-Run'),
    status: null,
    applied: false,
    replay: false,
  }
}

function cut(text: string | null): string | null {
  return text?.slice(0, MAX_TEXT) ?? null
}
