// Are the packages that the lock file names installed? If not, install them.
import { readFileSync } from 'node:fs'
import { explainNodeVersion } from './node-version.mjs'
import { run } from './run.mjs'

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }} Locked */

/** Checks Node.js, then runs `npm ci` where needed; says why and ends the process when it cannot. */
export async function ensureInstalled() {
  const problem = explainNodeVersion(process.versions.node)
  if (problem !== null) fail(problem)
  if (
    isInstalled(readPackages('package-lock.json'), readPackages('node_modules/.package-lock.json'))
  ) {
    return
  }
  console.log('Installing the packages of package-lock.json (npm ci)…')
  if ((await run('npm', ['ci', '--no-fund', '--no-audit'])) !== 0) {
    fail(
      '`npm ci` failed. Needed: npm on the PATH, and a reachable package registry or a warm cache.',
    )
  }
}

/**
 * Does what npm noted after installing match what the lock file asks for?
 * Optional packages (those of other platforms) may be absent.
 * @param {Record<string, Locked> | null} wanted
 * @param {Record<string, Locked> | null} present
 */
export function isInstalled(wanted, present) {
  if (wanted === null || present === null) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    const found = present[path]
    if (found === undefined) return entry.optional === true || entry.devOptional === true
    return found.version === entry.version && found.integrity === entry.integrity
  })
}

/** @param {string} file @returns {Record<string, Locked> | null} */
function readPackages(file) {
  try {
    const lock = /** @type {{ packages: Record<string, Locked> }} */ (
      JSON.parse(readFileSync(file, 'utf8'))
    )
    return lock.packages
  } catch {
    return null
  }
}

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(message)
  process.exit(1)
}
