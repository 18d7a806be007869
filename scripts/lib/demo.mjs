// The demo app: building its client, starting its server.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'

/** The folder of the built client, which the server hands out. */
const demoDist = resolve('demo-pwa', 'dist')

const serverFile = resolve('demo-pwa', 'server', 'main.ts')

/** What the demo needs and does not find, as one sentence, or null. */
export function explainMissingDemo() {
  const missing = [resolve('demo-pwa', 'index.html'), serverFile].filter(file => !existsSync(file))
  return missing.length === 0 ? null : `The demo is incomplete: ${missing.join(' and ')} not found.`
}

/**
 * Builds the client as `demo-pwa/vite.config.ts` says. It takes the place of the one before when it is
 * complete: a server that runs hands out either.
 */
export async function buildDemo() {
  const { build } = await import('vite')
  const outDir = mkdtempSync(resolve('demo-pwa', 'dist-'))
  try {
    await build({ root: 'demo-pwa', logLevel: 'warn', build: { outDir } })
    rmSync(demoDist, { recursive: true, force: true })
    renameSync(outDir, demoDist)
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}

/**
 * The address of a server that has the data folder which one started with `env` would need; empty
 * when it has not said its address yet, null when the folder is free or a database is used instead.
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {Promise<string | null>}
 */
export async function findRunningDemo(env) {
  const { tsImport } = await import('tsx/esm/api')
  /** @param {string} name @returns {Promise<unknown>} */
  const load = name => tsImport(resolve('demo-pwa', 'server', name), import.meta.url)
  const { readSettings } = /** @type {typeof import('../../demo-pwa/server/settings.ts')} */ (
    await load('settings.ts')
  )
  const { findHolder } = /** @type {typeof import('../../demo-pwa/server/folder-lock.ts')} */ (
    await load('folder-lock.ts')
  )
  const { databaseUrl, dataDir = '' } = readSettings(env)
  return databaseUrl === undefined ? findHolder(dataDir) : null
}

/** What the sign-in page tells a newcomer to try. */
export async function readTour() {
  const { tsImport } = await import('tsx/esm/api')
  const { tour } = /** @type {typeof import('../../demo-pwa/src/ui/tour.ts')} */ (
    await tsImport(resolve('demo-pwa', 'src', 'ui', 'tour.ts'), import.meta.url)
  )
  return tour
}

/**
 * Starts the server; its first lines say where it listens.
 * @param {Readonly<Record<string, string | undefined>>} env
 */
export function startDemoServer(env) {
  return spawn(process.execPath, ['--import', 'tsx', serverFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Out of reach of the terminal's Ctrl-C: whoever started it stops it, once.
    detached: true,
    env: { STATIC_DIR: demoDist, ...env },
  })
}
