/** Which changes follow a cursor? */
import type { Account } from './accounts.ts'
import type { Collection } from './collections.ts'
import { type Cursor, formatCursor } from './cursor.ts'
import type { Database } from './database.ts'
import { malformed } from './fields.ts'
import type { Reply } from './reply.ts'

interface PageRow {
  readonly dataset: string
  readonly counter: number
  readonly start: number
  readonly seq: number | null
  readonly id: string
  readonly body: string | null
  readonly total: number
}

// One statement, so one snapshot: the page, the count and the counter belong together. Within it,
// order by `seq` skips nothing, because every writer takes its `seq` under a lock that it holds
// until its commit: whatever is visible has nothing uncommitted below it.
const PAGE = `
  with origin as (
    select dataset, counter, case when dataset = $3 then $4::bigint else 0 end as start
    from accounts where id = $1),
  page as (
    select entities.seq, entities.id, entities.body, count(*) over () as total
    from entities, origin
    where account = $1 and collection = $2 and seq > origin.start
    order by seq limit $5::integer)
  select * from origin left join page on true order by seq`

/**
 * One page: `{ rows, next, more, total }`. `total` counts the rows that stood behind the cursor,
 * this page included. A cursor of an earlier dataset starts from the beginning, with
 * `restarted: true`; one that is ahead of the account is malformed.
 */
export async function pullChanges(
  db: Database,
  account: Account,
  collection: Collection,
  cursor: Cursor | null,
  limit: number,
): Promise<Reply> {
  const params = [account, collection, cursor?.dataset ?? '', cursor?.seq ?? 0, limit]
  const found = await db.query<PageRow>(PAGE, params)
  const [first] = found
  if (first === undefined) throw new Error(`the account ${account} has no row`)
  if (first.start > first.counter)
    return malformed(`cursor must be one that this server gave out, found one ahead of its data`)
  const page = first.seq === null ? [] : found
  const total = page[0]?.total ?? 0
  const seq = page.at(-1)?.seq ?? first.start
  const restarted = cursor !== null && cursor.dataset !== first.dataset
  return {
    status: 200,
    body: {
      rows: page.map(toRow),
      next: formatCursor({ collection, dataset: first.dataset, seq }),
      more: total > page.length,
      total,
      ...(restarted && { restarted }),
    },
  }
}

function toRow({ id, body }: PageRow): unknown {
  return body === null ? { id, deleted: true } : JSON.parse(body)
}
