/** Which database does the server use? */
import type { Database } from './database.ts'
import { openPg } from './database-pg.ts'
import { openPglite } from './database-pglite.ts'

/** Where the database is. */
export interface DatabasePlace {
  /** A PostgreSQL server; without it PGlite runs inside this process. */
  readonly url?: string | undefined
  /** PGlite's data folder, or `memory://`. */
  readonly dataDir: string
  /** The schema that holds the demo's tables. */
  readonly schema: string
  /** Hears of connections that broke while idle. */
  readonly onError: (error: unknown) => void
}

/** Opens the server that `url` names, else PGlite in `dataDir`. */
export async function openDatabase(place: DatabasePlace): Promise<Database> {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(place.schema))
    throw new TypeError(`schema must be a plain lower-case name, found "${place.schema}"`)
  return place.url === undefined
    ? openPglite(place.dataDir, place.schema)
    : openPg(place.url, place.schema, place.onError)
}
