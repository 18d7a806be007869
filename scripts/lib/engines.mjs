// Which Firefox and which WebKit run the tests of several tabs? None is installed here: where one is missing, its tests are skipped.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Since this version Firefox speaks what the test tool asks of it. */
const firefoxSince = 143

const titles = { firefox: 'Firefox', webkit: 'WebKit' }

/**
 * @typedef {object} EngineMachine
 * @property {Readonly<Record<string, string | undefined>>} env
 * @property {(path: string) => boolean} exists
 * @property {(path: string) => string} version what the program says of its version; empty when it does not run
 * @property {() => Promise<{ readonly firefox: string, readonly webkit: string }>} playwrightPaths where Playwright keeps its own
 */

/**
 * @typedef {object} FoundEngine
 * @property {'firefox' | 'webkit'} name
 * @property {string | null} path of the program; `playwright` for Playwright's own; `null` when there is none
 * @property {string} line what to tell the person
 * @property {readonly string[]} packages Debian's, that bring what is missing
 */

/**
 * Playwright's own builds where they are installed, else the system's.
 * @param {EngineMachine} [machine]
 * @returns {Promise<readonly FoundEngine[]>}
 */
export async function findEngines(machine = thisMachine) {
  const own = await machine.playwrightPaths()
  return [findFirefox(machine, own.firefox), findWebkit(machine, own.webkit)]
}

/** @param {EngineMachine} machine @param {string} own */
function findFirefox(machine, own) {
  if (machine.exists(own)) return found('firefox', 'playwright', own)
  const known = ['firefox-esr', 'firefox']
    .flatMap(name => programs(machine, name))
    .map(path => ({ path, major: majorOf(machine.version(path)) }))
  const usable = known.find(({ major }) => major >= firefoxSince)
  if (usable) return found('firefox', usable.path, usable.path)
  const old = known.find(({ major }) => major > 0)
  const why = old ? `${old.path} is ${old.major}, ${firefoxSince} is needed` : 'none found'
  return missing('firefox', why, ['firefox-esr'])
}

/** @param {EngineMachine} machine @param {string} own */
function findWebkit(machine, own) {
  if (machine.exists(own)) return found('webkit', 'playwright', own)
  const [driver] = programs(machine, 'WebKitWebDriver')
  const hasScreen = Boolean(machine.env['DISPLAY']) || programs(machine, 'Xvfb').length > 0
  if (driver && hasScreen) return found('webkit', driver, driver)
  return missing('webkit', driver ? 'no screen and no Xvfb' : 'none found', [
    ...(driver ? [] : ['webkit2gtk-driver']),
    ...(hasScreen ? [] : ['xvfb']),
  ])
}

/** @param {FoundEngine['name']} name @param {string} path @param {string} where @returns {FoundEngine} */
function found(name, path, where) {
  return { name, path, line: `${titles[name]}: ${where}`, packages: [] }
}

/** @param {FoundEngine['name']} name @param {string} why @param {readonly string[]} packages @returns {FoundEngine} */
function missing(name, why, packages) {
  const ways = `Debian: apt-get install ${packages.join(' ')}; else: npx playwright install ${name}`
  return {
    name,
    path: null,
    line: `${titles[name]}: ${why}, so its tests are skipped (${ways})`,
    packages,
  }
}

/** @param {EngineMachine} machine @param {string} name @returns {string[]} */
function programs(machine, name) {
  const folders = (machine.env['PATH'] ?? '').split(delimiter).filter(folder => folder !== '')
  return folders.map(folder => join(folder, name)).filter(path => machine.exists(path))
}

/** @param {string} version */
function majorOf(version) {
  return Number(/(\d+)\.\d/.exec(version)?.[1] ?? 0)
}

/** @type {EngineMachine} */
const thisMachine = {
  env: process.env,
  exists: path => path !== '' && existsSync(path),
  version: path =>
    spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 }).stdout ?? '',
  playwrightPaths: async () => {
    const { firefox, webkit } = await import('playwright')
    return { firefox: firefox.executablePath(), webkit: webkit.executablePath() }
  },
}
