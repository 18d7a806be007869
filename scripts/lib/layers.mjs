// The rules of the house: which file of src may import what. Pure: files in, messages out.
import { dirname, join } from 'node:path/posix'

/** The folders of src. Each may import only those before it. */
export const folders = [
  'model',
  'port',
  'store',
  'platform',
  'lease',
  'run',
  'fenced',
  'trigger',
  'registry',
  'service-worker',
  'fetch',
  'react',
  'vue',
  'element',
  'inspector',
  'testing',
]

/** What of RxJS the library needs: the type that it hands out, and the types around it. */
const observableNames = new Set([
  'InteropObservable',
  'Observable',
  'ObservableInput',
  'Observer',
  'Subscribable',
  'Subscriber',
  'Subscription',
  'TeardownLogic',
  'Unsubscribable',
])

/**
 * Third-party packages: how the paths begin that may import each, and by which names (default: any).
 */
const packages = [
  { name: 'idb', places: ['store/idb'] },
  { name: 'dexie', places: ['store/dexie', 'fenced/dexie'] },
  { name: 'croner', places: ['trigger/cron.ts'] },
  { name: 'rxjs', places: ['trigger/', 'registry/'], names: observableNames },
  { name: '@tanstack/virtual-core', places: ['inspector/grid.ts'] },
  { name: 'react', places: ['react/'] },
  { name: 'vue', places: ['vue/'] },
]

/**
 * @typedef {import('./imports.mjs').Import} Import
 * @typedef {{ path: string, imports: Import[] }} SourceFile path relative to src, with `/`
 */

/**
 * One message per violation, empty when the house is in order.
 * @param {SourceFile[]} files
 */
export function findLayerViolations(files) {
  return files.flatMap(file => [
    ...checkPlace(file.path),
    ...file.imports.flatMap(entry =>
      checkImport(file.path, entry).map(
        problem => `src/${file.path}:${entry.line} imports '${entry.from}': ${problem}`,
      ),
    ),
  ])
}

/** @param {string} path */
function checkPlace(path) {
  const folder = folderOf(path)
  if (path === 'index.ts' || folders.includes(folder)) return []
  if (folder === '') return [`src/${path}: only index.ts lies in src itself; move it into a folder`]
  return [`src/${path}: '${folder}' is no folder of the house (${folders.join(', ')})`]
}

/** @param {string} path @param {Import} entry @returns {string[]} */
function checkImport(path, entry) {
  if (!entry.from.startsWith('.')) return checkPackage(path, entry)
  const target = join(dirname(path), entry.from)
  if (target.startsWith('..')) return ['it lies outside src']
  if (path === 'index.ts') return []
  if (target === 'index.ts') return ['nothing in src imports the public entry']
  const from = folderOf(path)
  const to = folderOf(target)
  if (from === to || folders.indexOf(to) < folders.indexOf(from)) return []
  return [`'${from}' comes before '${to}' in the house and must not know it`]
}

/** @param {string} path @param {Import} entry @returns {string[]} */
function checkPackage(path, entry) {
  const rule = packages.find(({ name }) => name === entry.from)
  if (rule === undefined) return ['the library does not depend on it']
  if (!rule.places.some(place => path.startsWith(place))) {
    return [`only src/${rule.places.join('* and src/')}* may`]
  }
  const foreign = entry.names.filter(name => rule.names !== undefined && !rule.names.has(name))
  return foreign.map(name => `'${name}' is not among ${[...(rule.names ?? [])].join(', ')}`)
}

/** @param {string} path */
function folderOf(path) {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : ''
}
