/** What do the environment variables ask for? */
import { fileURLToPath } from 'node:url'
import type { ServerOptions } from './server.ts'

/** The options that an environment describes; throws when a variable makes no sense. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): ServerOptions {
  const port = Number(env['PORT'] || 4173)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new TypeError(`PORT must be a whole number from 0 to 65535, found "${env['PORT']}"`)
  return {
    port,
    nextPorts: 20,
    hosts: env['HOST'] ? [env['HOST']] : undefined,
    dataDir: env['DATA_DIR'] || fromHere('../.data'),
    databaseUrl: env['DATABASE_URL'] || undefined,
    staticDir: env['STATIC_DIR'] || fromHere('../dist'),
  }
}

function fromHere(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}
