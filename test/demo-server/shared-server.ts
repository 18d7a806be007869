/** Which server do the cases of this folder share? A new database takes seconds, a reset does not. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createServer, type DemoServer, type ServerOptions } from '../../demo-pwa/server/server.ts'
import { createClient } from './client.ts'
import { createManualClock } from './waiting.ts'
import './quick-compile.ts'

let server: DemoServer | undefined

/** Stands still; what the server waits for waits for `release`. */
export const clock = createManualClock()

/** Talks to the server, which is put back to its seed before each case. */
export const client = createClient(() => server?.url ?? '')

beforeAll(async () => {
  server = await startServer({ clock })
})

afterAll(() => server?.close())

beforeEach(async () => {
  await client.send('POST', '/api/reset')
})

/** Starts in memory, or in a schema of its own on the server that `TEST_DATABASE_URL` names. */
async function startServer(options: ServerOptions = {}): Promise<DemoServer> {
  const databaseUrl = process.env['TEST_DATABASE_URL']
  if (databaseUrl === undefined) return createServer(options)
  const schema = `demo_test_${randomUUID().replaceAll('-', '')}`
  const server = await createServer({ databaseUrl, schema, ...options })
  const close = async () => {
    await server.db.query(`drop schema if exists "${schema}" cascade`)
    await server.close()
  }
  return { ...server, close }
}
