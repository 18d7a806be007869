// An empty app of somebody who just installed the packed library.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { run } from './run.mjs'

/** @typedef {{ name: string, exports: object, dependencies?: Record<string, string> }} Manifest */

/** The peers that an entry needs; they belong to the app. */
const installedPeers = ['rxjs', 'dexie', 'croner']
const frameworks = ['react', 'vue']

/** Packages of others that read globals when they are imported, as this library does not. */
export const unwatched = [...installedPeers, ...frameworks, '@tanstack/virtual-core']

/** What an app of a framework has besides; with the frameworks themselves it is linked, since it is large. */
const linked = [...frameworks, 'react-dom', '@types/react', '@types/react-dom']

const compilerOptions = {
  strict: true,
  target: 'ES2023',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  jsx: 'react-jsx',
  allowImportingTsExtensions: true,
  module: 'esnext',
  moduleResolution: 'bundler',
  types: [],
  noEmit: true,
}

/** The entries that people import, such as `leasehold/testing`. */
export function listEntries() {
  const { name, exports } = readManifest('.')
  return Object.keys(exports)
    .filter(path => path !== './package.json')
    .map(path => path.replace('.', name))
}

/**
 * Packs the library, which builds it, and installs it into `folder`, beside an app that imports every entry. What else
 * is needed comes from the packages that are installed here, so that no registry is asked.
 * @param {string} folder
 * @returns {Promise<number>} the exit code of npm
 */
export async function createNewcomerApp(folder) {
  /** @param {string} name @param {string} text */
  const write = (name, text) => writeFileSync(join(folder, name), text)
  write('package.json', JSON.stringify({ name: 'newcomer', private: true, type: 'module' }))
  const ambient = "declare module '*.vue' { const it: import('vue').Component; export default it }"
  write('components.d.ts', ambient)
  write('tsconfig.json', JSON.stringify({ compilerOptions, exclude: ['node_modules'] }))
  write('index.html', '<!doctype html><script type="module" src="/main.ts"></script>')
  write(
    'main.ts',
    listEntries()
      .map((entry, i) => `import * as e${i} from '${entry}'\nconsole.log(e${i})\n`)
      .join(''),
  )
  const needed = withDependencies([
    ...Object.keys(readManifest('.').dependencies ?? {}),
    ...installedPeers,
  ])
  const code = await run(
    'npm',
    [
      'install',
      '--offline',
      '--install-links',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      `./${pack(folder)}`,
      ...needed.map(installedFolder),
    ],
    { cwd: folder },
  )
  for (const name of linked) {
    const place = join(folder, 'node_modules', name)
    mkdirSync(dirname(place), { recursive: true })
    symlinkSync(installedFolder(name), place, 'junction')
  }
  return code
}

/** @param {string} folder */
function pack(folder) {
  const output = execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', folder], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  const tarballs = /** @type {{ filename: string }[]} */ (JSON.parse(output))
  return tarballs.map(({ filename }) => filename).join()
}

/** @param {string[]} names @returns {string[]} */
function withDependencies(names) {
  return names.flatMap(name => {
    const { dependencies = {} } = readManifest(installedFolder(name))
    return [name, ...withDependencies(Object.keys(dependencies))]
  })
}

/** @param {string} name */
function installedFolder(name) {
  return resolve('node_modules', name)
}

/** @param {string} folder */
function readManifest(folder) {
  return /** @type {Manifest} */ (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
}
