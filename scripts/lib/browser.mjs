// Which Chromium runs the browser tests? Each way to one is tried in order, until a browser answers.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** What to tell the person when no way led to a browser. */
export const missingBrowser = `No Chromium was found, and none could be installed here. Any one of these helps:
  · install Chromium or Chrome with your system's package manager (Debian: apt-get install chromium)
  · npx playwright install chromium
  · LEASEHOLD_CHROMIUM=/path/to/chromium npm test`

/**
 * @typedef {object} Machine
 * @property {Readonly<Record<string, string | undefined>>} env
 * @property {(path: string) => boolean} answers does a browser run from this path?
 * @property {() => Promise<string>} playwrightPath where Playwright keeps its own
 * @property {boolean} canUseApt
 * @property {(command: string, args: string[]) => Promise<number>} run
 * @property {(sentence: string) => void} say
 */

/**
 * The path of a browser that runs, or null.
 * @param {Machine} [machine]
 * @returns {Promise<string | null>}
 */
export async function findBrowser(machine = thisMachine) {
  const chosen = machine.env['LEASEHOLD_CHROMIUM']
  if (chosen !== undefined && chosen !== '') {
    if (machine.answers(chosen)) return chosen
    machine.say(`LEASEHOLD_CHROMIUM is ${chosen}, but no browser runs from there.`)
    return null
  }
  const own = await machine.playwrightPath()
  const find = () =>
    [...systemPaths(machine.env), own].find(path => path !== '' && machine.answers(path)) ?? null
  const present = find()
  if (present !== null) return present
  if (machine.canUseApt) {
    machine.say('No Chromium yet: installing the Debian package…')
    await machine.run('apt-get', ['update', '-qq'])
    await machine.run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
    const installed = find()
    if (installed !== null) return installed
  }
  machine.say("No Chromium yet: installing Playwright's own…")
  await machine.run('playwright', [
    'install',
    ...(machine.canUseApt ? ['--with-deps'] : []),
    'chromium',
  ])
  return find()
}

/** @param {Machine['env']} env */
function systemPaths(env) {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(folder => folder !== '')
  return [...names.flatMap(name => folders.map(folder => join(folder, name))), ...places]
}

/** @type {Machine} */
const thisMachine = {
  env: process.env,
  // On Windows `--version` opens a window instead of answering, so there the file must do.
  answers: path =>
    existsSync(path) &&
    (process.platform === 'win32' ||
      spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0),
  playwrightPath: async () => (await import('playwright')).chromium.executablePath(),
  canUseApt: process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'),
  run: (command, args) => run(command, args, { env: { DEBIAN_FRONTEND: 'noninteractive' } }),
  say: sentence => console.log(sentence),
}
