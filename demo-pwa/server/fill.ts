/** How are the accounts filled, at the first start and by a reset? */
import { ACCOUNTS, type Account } from './accounts.ts'
import type { Database, Queries } from './database.ts'
import { seedRows } from './seed.ts'

/** Fills the accounts that the database does not know. */
export async function seedMissingAccounts(tx: Queries): Promise<void> {
  for (const account of ACCOUNTS) {
    const known = await tx.query('select 1 from accounts where id = $1', [account])
    if (known.length === 0) await fill(tx, account)
  }
}

/** Puts every account back to its seed and forgets edits, answers and fences. */
export async function restoreSeed(db: Database): Promise<void> {
  await db.transaction(async tx => {
    // The same locks as every edit takes, so that none of them lands in between.
    await tx.query('select id from accounts order by id for update')
    for (const table of ['entities', 'edits', 'applications', 'answers', 'fences'])
      await tx.query(`delete from ${table}`)
    for (const account of ACCOUNTS) await fill(tx, account)
  })
}

async function fill(tx: Queries, account: Account): Promise<void> {
  const rows = seedRows(account)
  // A new dataset name makes cursors of the filling before recognisable, see changes.ts.
  await tx.query(
    `insert into accounts (id, dataset, counter)
     values ($1, left(md5(gen_random_uuid()::text), 8), $2)
     on conflict (id) do update set dataset = excluded.dataset, counter = excluded.counter`,
    [account, rows.length],
  )
  await tx.query(
    `insert into entities (account, collection, id, body, seq)
     select $1, row.collection, row.id, row.body, row.seq
     from unnest($2::text[], $3::text[], $4::text[]) with ordinality
       as row (collection, id, body, seq)`,
    [
      account,
      rows.map(row => row.collection),
      rows.map(row => row.entity.id),
      rows.map(row => JSON.stringify(row.entity)),
    ],
  )
}
