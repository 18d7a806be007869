/** What does the server hold, as far as tests want to know? */
import { ACCOUNTS, type Account } from './accounts.ts'
import type { Database, Queries } from './database.ts'

/** What one account holds. */
export interface AccountState {
  /** The last change number. */
  readonly counter: number
  /** How many times each edit changed a row: 1 for each, or the server is wrong. */
  readonly edits: Readonly<Record<string, number>>
  readonly courses: readonly unknown[]
  readonly messages: readonly unknown[]
  readonly fences: readonly { store: string; key: string; highest: number }[]
}

/** The state of every account, at one moment. */
export async function readState(db: Database): Promise<Record<string, AccountState>> {
  return db.transaction(async tx => {
    // Waits for the writers and keeps them out, so that the parts belong together.
    await tx.query('select id from accounts order by id for share')
    const states: Record<string, AccountState> = {}
    for (const account of ACCOUNTS) states[account] = await readAccountState(tx, account)
    return states
  })
}

async function readAccountState(tx: Queries, account: Account): Promise<AccountState> {
  const [row] = await tx.query<{ counter: number }>('select counter from accounts where id = $1', [
    account,
  ])
  const edits = await tx.query<{ edit: string; times: number }>(
    `select coalesce(edits.id, applications.edit) as edit, count(applications.edit) as times
     from (select * from edits where account = $1) as edits
     full join (select * from applications where account = $1) as applications
       on applications.edit = edits.id
     group by 1 order by 1`,
    [account],
  )
  return {
    counter: row?.counter ?? 0,
    edits: Object.fromEntries(edits.map(({ edit, times }) => [edit, times])),
    courses: await readRows(tx, account, 'courses'),
    messages: await readRows(tx, account, 'messages'),
    fences: await tx.query(
      'select store, key, highest from fences where account = $1 order by store, key',
      [account],
    ),
  }
}

async function readRows(tx: Queries, account: Account, name: string): Promise<readonly unknown[]> {
  const rows = await tx.query<{ body: string }>(
    `select body from entities
     where account = $1 and collection = $2 and body is not null order by id`,
    [account, name],
  )
  return rows.map(row => JSON.parse(row.body) as unknown)
}
