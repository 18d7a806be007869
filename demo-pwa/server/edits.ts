/** How is an edit applied exactly once, and by nobody who lost the lease? */
import type { Account } from './accounts.ts'
import type { Database, Queries } from './database.ts'
import { type Edit, fingerprint } from './edit.ts'
import { isProblem, type Problem, problem, type Reply } from './reply.ts'
import type { Stamp } from './stamp.ts'

/** Checks the fence, answers a repeated key, applies the edit, keeps the answer: one transaction. */
export async function applyEdit(
  db: Database,
  account: Account,
  edit: Edit,
  stamp: Stamp,
): Promise<Reply> {
  return db.transaction(async tx => {
    // Every writer of an account waits here for the one before it. So two identical requests see
    // each other, and change numbers become visible in their order (see changes.ts).
    await tx.query('select id from accounts where id = $1 for update', [account])
    const highest = await raiseFence(tx, account, stamp)
    if (highest > stamp.fence) return fenceRejected(stamp, highest)
    const print = fingerprint(edit)
    const answered = await findAnswer(tx, account, stamp.idempotencyKey, print)
    if (answered !== null) return answered
    const reply = await applyOnce(tx, account, edit, print)
    if (!isProblem(reply)) await keepAnswer(tx, account, stamp.idempotencyKey, print, reply)
    return reply
  })
}

/** The highest fence of `(store, key)` in this account, this request's included. */
async function raiseFence(tx: Queries, account: Account, stamp: Stamp): Promise<number> {
  const [row] = await tx.query<{ highest: number }>(
    `insert into fences (account, store, key, highest) values ($1, $2, $3, $4::bigint)
     on conflict (account, store, key)
     do update set highest = greatest(fences.highest, excluded.highest)
     returning highest`,
    [account, stamp.store, stamp.key, stamp.fence],
  )
  return row?.highest ?? stamp.fence
}

function fenceRejected({ store, key, fence }: Stamp, highest: number): Problem {
  const message = `expected a fence of at least ${highest} for (${store}, ${key}), found ${fence}`
  return problem(412, 'fence-rejected', message, { highest })
}

async function findAnswer(
  tx: Queries,
  account: Account,
  key: string,
  print: string,
): Promise<Reply | null> {
  const [row] = await tx.query<{ fingerprint: string; status: number; body: string }>(
    'select fingerprint, status, body from answers where account = $1 and key = $2',
    [account, key],
  )
  if (row === undefined) return null
  if (row.fingerprint !== print)
    return problem(
      422,
      'key-reused',
      'expected the edit that was first sent with this Idempotency-Key, found another one',
    )
  const body = JSON.parse(row.body) as Record<string, unknown>
  return { status: row.status, body, headers: { 'Idempotent-Replay': 'true' }, replay: true }
}

async function applyOnce(
  tx: Queries,
  account: Account,
  edit: Edit,
  print: string,
): Promise<Reply | Problem> {
  const [fresh] = await tx.query<{ seq: number }>(
    `insert into edits (account, id, fingerprint, seq)
     select id, $2, $3, counter + 1 from accounts where id = $1
     on conflict (account, id) do nothing returning seq`,
    [account, edit.id, print],
  )
  if (fresh === undefined) return answerAppliedBefore(tx, account, edit, print)
  const { seq } = fresh
  await tx.query('update accounts set counter = $2::bigint where id = $1', [account, seq])
  await tx.query('insert into applications (account, seq, edit) values ($1, $2::bigint, $3)', [
    account,
    seq,
    edit.id,
  ])
  await tx.query(
    `insert into entities (account, collection, id, seq, body) values ($1, $2, $3, $4::bigint, $5)
     on conflict (account, collection, id)
     do update set seq = excluded.seq, body = excluded.body`,
    [account, edit.collection, edit.entityId, seq, edit.entity && JSON.stringify(edit.entity)],
  )
  return { status: 200, body: { edit: edit.id, applied: true, seq }, applied: true }
}

/** The edit came before under another Idempotency-Key, for instance from a new client database. */
async function answerAppliedBefore(
  tx: Queries,
  account: Account,
  edit: Edit,
  print: string,
): Promise<Reply | Problem> {
  const [before] = await tx.query<{ fingerprint: string; seq: number }>(
    'select fingerprint, seq from edits where account = $1 and id = $2',
    [account, edit.id],
  )
  return before?.fingerprint === print
    ? { status: 200, body: { edit: edit.id, applied: false, seq: before.seq } }
    : problem(
        422,
        'edit-reused',
        `expected the edit that was first sent as ${edit.id}, found another one`,
      )
}

async function keepAnswer(
  tx: Queries,
  account: Account,
  key: string,
  print: string,
  reply: Reply,
): Promise<void> {
  await tx.query(
    'insert into answers (account, key, fingerprint, status, body) values ($1, $2, $3, $4, $5)',
    [account, key, print, reply.status, JSON.stringify(reply.body)],
  )
}
