/** How is PGlite, PostgreSQL inside this process, the server's database? */
import { mkdir } from 'node:fs/promises'
import { PGlite, type Transaction } from '@electric-sql/pglite'
import type { Database, Queries } from './database.ts'
import { lockFolder } from './folder-lock.ts'

const INT8 = 20

/** Opens PGlite in a folder that no other process uses, or in memory. */
export async function openPglite(dataDir: string, schema: string): Promise<Database> {
  const inMemory = dataDir.startsWith('memory://')
  if (!inMemory) await mkdir(dataDir, { recursive: true })
  // PGlite itself does not notice a second process in its folder; both would corrupt it.
  const lock = inMemory ? null : await lockFolder(dataDir)
  try {
    const lite = await PGlite.create({ dataDir, parsers: { [INT8]: Number } })
    await lite.exec(`set search_path to "${schema}"`)
    let closed: Promise<void> | undefined
    const closeAll = async () => {
      await lite.close()
      await lock?.release()
    }
    return {
      ...queriesOf(lite),
      transaction: work => lite.transaction(tx => work(queriesOf(tx))),
      announce: address => lock?.announce(address),
      close: () => (closed ??= closeAll()),
    }
  } catch (error) {
    await lock?.release()
    throw error
  }
}

function queriesOf(target: PGlite | Transaction): Queries {
  return {
    async query<Row>(sql: string, params: readonly unknown[] = []) {
      return (await target.query<Row>(sql, [...params])).rows
    },
  }
}
