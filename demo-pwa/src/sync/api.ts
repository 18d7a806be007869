/** How do the stages speak with the sync server? */
import type { RemoteRow } from '../data/pages.ts'
import type { Collection, Edit } from '../data/rows.ts'
import { failureOf } from './failures.ts'

/** What every request of a run needs. */
export interface RequestContext {
  /** The account; also its token. */
  readonly account: string
  readonly collection: Collection
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** One page of changes. */
export interface Page {
  readonly rows: readonly RemoteRow[]
  /** The cursor behind this page. */
  readonly next: string
  readonly more: boolean
  /** How many rows stood behind the cursor, those of this page included. */
  readonly total: number
}

/** The page behind `cursor`; the first one without it. */
export async function pullPage(context: RequestContext, cursor: string | undefined): Promise<Page> {
  const query = cursor === undefined ? '' : `?${new URLSearchParams({ cursor })}`
  const response = await request(context, `changes${query}`, {})
  return (await response.json()) as Page
}

/** Sends one edit; sending it again changes nothing, as long as the headers are those of this edit. */
export async function pushEdit(context: RequestContext, edit: Edit): Promise<void> {
  const { id, madeAt, change } = edit
  await request(context, 'edits', {
    method: 'POST',
    body: JSON.stringify({ id, madeAt, ...change }),
  })
}

async function request(
  { account, collection, headers, signal }: RequestContext,
  path: string,
  init: RequestInit,
): Promise<Response> {
  const response = await fetch(`/api/${collection}/${path}`, {
    ...init,
    signal,
    cache: 'no-store',
    headers: { ...headers, Authorization: `Bearer ${account}`, 'Content-Type': 'application/json' },
  })
  const failure = await failureOf(response)
  if (failure) throw failure
  return response
}
