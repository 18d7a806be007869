/** What do the environment variables ask for? */
import { fileURLToPath } from 'node:url'
import type { ServerOptions } from './server.ts'

/** The options that an environment describes; throws when a variable makes no sense. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): ServerOptions {
  const port = wholeNumber(env, 'PORT', 4173, 65_535)
  return {
    port,
    delayMs: wholeNumber(env, 'DELAY_MS', 0, 60_000),
    nextPorts: 20,
    hosts: env['HOST'] ? [env['HOST']] : undefined,
    dataDir: env['DATA_DIR'] || fromHere('../.data'),
    databaseUrl: env['DATABASE_URL'] || undefined,
    staticDir: env['STATIC_DIR'] || fromHere('../dist'),
  }
}

function wholeNumber(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  otherwise: number,
  most: number,
): number {
  const value = Number(env[name] || otherwise)
  if (!Number.isInteger(value) || value < 0 || value > most)
    throw new TypeError(`${name} must be a whole number from 0 to ${most}, found "${env[name]}"`)
  return value
}

function fromHere(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}
