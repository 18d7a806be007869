/** How do the stages speak with the sync server? */
import type { TaskRun } from 'leasehold'
import { fetchFor, type RunRequestInit } from 'leasehold/fetch'
import type { RemoteRow } from '../data/pages.ts'
import type { Collection, Edit } from '../data/rows.ts'

/** What of a run its requests need. The user's id is the account, and its token. */
export type SyncingRun = Pick<
  TaskRun<never, never, never>,
  'userId' | 'runId' | 'signal' | 'headers'
>

/** One page of changes. */
export interface Page {
  readonly rows: readonly RemoteRow[]
  /** The cursor behind this page. */
  readonly next: string
  readonly more: boolean
  /** How many rows stood behind the cursor, those of this page included. */
  readonly total: number
  /** The cursor was none of this data, as after a reset: this is its first page. */
  readonly restarted?: boolean
}

/** The page behind `cursor`; the first one without it. */
export async function pullPage(
  run: SyncingRun,
  collection: Collection,
  cursor: string | undefined,
): Promise<Page> {
  const query = cursor === undefined ? '' : `?${new URLSearchParams({ cursor })}`
  // The server's log tells the fence of reading requests, too.
  const headers = await run.headers()
  const response = await request(run, `${collection}/changes${query}`, {}, headers)
  return (await response.json()) as Page
}

/** Sends one edit; sending it again changes nothing, as it is a part of its own. */
export async function pushEdit(run: SyncingRun, collection: Collection, edit: Edit): Promise<void> {
  const { id, madeAt, change } = edit
  const body = JSON.stringify({ id, madeAt, ...change })
  await request(run, `${collection}/edits`, { method: 'POST', part: id, body })
}

function request(
  run: SyncingRun,
  path: string,
  init: RunRequestInit,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetchFor(run)(`/api/${path}`, {
    ...init,
    cache: 'no-store',
    headers: {
      ...headers,
      Authorization: `Bearer ${run.userId}`,
      'Content-Type': 'application/json',
      'Leasehold-Run': run.runId,
    },
  })
}
