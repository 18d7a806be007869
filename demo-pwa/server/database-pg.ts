/** How is a PostgreSQL server the server's database? */
import { Pool, type PoolClient, TypeOverrides } from 'pg'
import type { Database, Queries } from './database.ts'

const INT8 = 20

/** Opens a pool on the server that `url` names. */
export async function openPg(
  url: string,
  schema: string,
  onError: (error: unknown) => void,
): Promise<Database> {
  const types = new TypeOverrides()
  types.setTypeParser(INT8, Number)
  const options = `-c search_path=${schema}`
  const pool = new Pool({ connectionString: url, options, types, connectionTimeoutMillis: 5_000 })
  // Without a listener a connection that breaks while idle would end the process.
  pool.on('error', onError)
  let closed: Promise<void> | undefined
  const close = () => (closed ??= pool.end())
  try {
    await pool.query('select 1')
  } catch (error) {
    await close()
    throw new Error(`expected a PostgreSQL server that answers at DATABASE_URL, ${found(error)}`, {
      cause: error,
    })
  }
  return { ...queriesOf(pool), transaction: work => transact(pool, work), close }
}

/** For a name with several addresses the message is empty, and only the code says anything. */
function found(error: unknown): string {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return `found: ${message || code}`
}

async function transact<Result>(
  pool: Pool,
  work: (tx: Queries) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(queriesOf(client))
    await client.query('commit')
    return result
  } catch (error) {
    // A connection that cannot even roll back must not go back to the pool.
    await client.query('rollback').catch((cause: Error) => (broken = cause))
    throw error
  } finally {
    client.release(broken)
  }
}

function queriesOf(target: Pool | PoolClient): Queries {
  return {
    async query<Row>(sql: string, params: readonly unknown[] = []) {
      return (await target.query(sql, [...params])).rows as Row[]
    },
  }
}
