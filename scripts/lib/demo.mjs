// The demo app: building its client, starting its server.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** The folder of the built client, which the server hands out. */
const demoDist = resolve('demo-pwa', 'dist')

const serverFile = resolve('demo-pwa', 'server', 'main.ts')

/** What the demo needs and does not find, as one sentence, or null. */
export function explainMissingDemo() {
  const missing = [resolve('demo-pwa', 'index.html'), serverFile].filter(file => !existsSync(file))
  return missing.length === 0 ? null : `The demo is incomplete: ${missing.join(' and ')} not found.`
}

/** Builds the client as `demo-pwa/vite.config.ts` says. */
export async function buildDemo() {
  const { build } = await import('vite')
  await build({ root: 'demo-pwa', logLevel: 'warn' })
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
