/** How is a whole sync server put together, and taken apart again? */
import { createApp } from './app.ts'
import { type Clock, createSystemClock } from './clock.ts'
import type { Database } from './database.ts'
import { LOOPBACK, listen } from './listen.ts'
import { openDatabase } from './open-database.ts'
import { openRequestLog } from './request-log.ts'
import { prepareSchema } from './schema.ts'
import { createTrouble } from './trouble.ts'

/** Everything has a default that suits a test. */
export interface ServerOptions {
  /** Default 0: any free port. */
  readonly port?: number | undefined
  /** How many ports after `port` may be tried when it is taken; default 0, at port 0 it is 5. */
  readonly nextPorts?: number | undefined
  /** The addresses to listen at; default both loopback addresses. */
  readonly hosts?: readonly string[] | undefined
  /** PGlite's data folder; default `memory://`. */
  readonly dataDir?: string | undefined
  /** A PostgreSQL server to use instead. One demo server at a time. */
  readonly databaseUrl?: string | undefined
  /** The schema of the demo's tables; default `leasehold_demo`. */
  readonly schema?: string | undefined
  /** The built client; default none. */
  readonly staticDir?: string | undefined
  /** Rows in a page when the client does not say; default 10. */
  readonly pageSize?: number | undefined
  /** How long every answer takes at first, ms; the trouble switches change it. Default 0. */
  readonly delayMs?: number | undefined
  readonly clock?: Clock | undefined
  /** Hears of what no answer can say; default `console.error`. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** A server that answers. */
export interface DemoServer {
  /** `http://localhost:PORT`. */
  readonly url: string
  /** The app itself, for requests without a network. */
  readonly app: ReturnType<typeof createApp>
  readonly db: Database
  /** Answers what is held, then stops everything; again is harmless. */
  close(): Promise<void>
}

/** Opens the database, fills it when it is new, and listens. */
export async function createServer(options: ServerOptions = {}): Promise<DemoServer> {
  const {
    port = 0,
    nextPorts = port === 0 ? 5 : 0,
    dataDir = 'memory://',
    schema = 'leasehold_demo',
    clock = createSystemClock(),
    onError = console.error,
  } = options
  const db = await openDatabase({ url: options.databaseUrl, dataDir, schema, onError })
  try {
    await prepareSchema(db, schema)
    const log = await openRequestLog(db, clock, onError)
    const trouble = createTrouble()
    if (options.delayMs) trouble.change({ delayMs: options.delayMs })
    const closing = new AbortController()
    const { staticDir, pageSize = 10, hosts = LOOPBACK } = options
    const parts = { db, log, trouble, clock, closing: closing.signal, onError, staticDir, pageSize }
    const app = createApp(parts)
    const running = new Set<Promise<unknown>>()
    const listening = await listen(
      request => {
        const answer = Promise.resolve(app.fetch(request)).finally(() => running.delete(answer))
        running.add(answer)
        return answer
      },
      { port, nextPorts, hosts },
    )
    async function shutDown(): Promise<void> {
      closing.abort()
      await listening.close()
      // A client may be gone while its transaction still runs.
      await Promise.allSettled(running)
      await log.flush()
      await db.close()
    }
    let closed: Promise<void> | undefined
    const url = `http://localhost:${listening.port}`
    db.announce?.(url)
    return { url, app, db, close: () => (closed ??= shutDown()) }
  } catch (error) {
    await db.close()
    throw error
  }
}
