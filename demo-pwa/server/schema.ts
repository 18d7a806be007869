/** Which tables does the server keep, and how do they come to be? */
import type { Database } from './database.ts'
import { seedMissingAccounts } from './fill.ts'

const tables = [
  // `counter` is the last change of the account. Its row is locked by every writer, see edits.ts.
  `create table if not exists accounts (
    id text primary key, dataset text not null, counter bigint not null)`,
  // The newest state of each row; without a body it is deleted.
  `create table if not exists entities (
    account text not null, collection text not null, id text not null,
    seq bigint not null, body text,
    primary key (account, collection, id), unique (account, seq))`,
  'create index if not exists entities_in_order on entities (account, collection, seq)',
  // The unique constraint that applies an edit once.
  `create table if not exists edits (
    account text not null, id text not null, fingerprint text not null, seq bigint not null,
    primary key (account, id))`,
  // One row for each time that an edit changed a row. Nothing here stops a second one, so that
  // tests see it if the constraint above does not hold.
  `create table if not exists applications (
    account text not null, seq bigint not null, edit text not null,
    primary key (account, seq))`,
  `create table if not exists answers (
    account text not null, key text not null, fingerprint text not null,
    status integer not null, body text not null,
    primary key (account, key))`,
  `create table if not exists fences (
    account text not null, store text not null, key text not null, highest bigint not null,
    primary key (account, store, key))`,
  'create table if not exists request_log (seq bigint primary key, entry text not null)',
]

/** Creates what is missing and fills accounts that do not exist; again is harmless. */
export async function prepareSchema(db: Database, schema: string): Promise<void> {
  await db.transaction(async tx => {
    // `if not exists` alone fails when two servers start on one database at once.
    await tx.query('select pg_advisory_xact_lock(hashtext($1))', [`leasehold demo ${schema}`])
    await tx.query(`create schema if not exists "${schema}"`)
    for (const table of tables) await tx.query(table)
    await seedMissingAccounts(tx)
  })
}
