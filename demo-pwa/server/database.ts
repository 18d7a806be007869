/** What does the server need of a PostgreSQL database? */

/** Runs one statement; 64-bit integers arrive as numbers. */
export interface Queries {
  query<Row>(sql: string, params?: readonly unknown[]): Promise<readonly Row[]>
}

/** A database with the demo's schema first in its search path. */
export interface Database extends Queries {
  /** Runs `work` in one read-committed transaction; rolls back when it throws. */
  transaction<Result>(work: (tx: Queries) => Promise<Result>): Promise<Result>
  /** Tells whoever wants to use the same database where its server is found. */
  announce?(address: string): void
  /** Closes it; again is harmless. */
  close(): Promise<void>
}
