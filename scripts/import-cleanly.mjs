// Imports the modules that its arguments name, and fails when importing one of them reads a global of
// the platform, adds a global, or leaves something running. Runs where the modules are installed. What
// stands before `--` is imported first and not watched: packages of others, with habits of their own.
const watched = [
  'BroadcastChannel',
  'IDBKeyRange',
  'addEventListener',
  'crypto',
  'document',
  'fetch',
  'indexedDB',
  'localStorage',
  'location',
  'navigator',
  'requestAnimationFrame',
  'self',
  'sessionStorage',
  'setInterval',
  'setTimeout',
  'window',
]

const asked = process.argv.slice(2)
const split = asked.indexOf('--')
for (const peer of asked.slice(0, Math.max(split, 0))) await import(peer)

for (const entry of asked.slice(split + 1)) {
  /** @type {Set<string>} */
  const touched = new Set()
  const restore = watched.map(name => watchGlobal(name, () => touched.add(name)))
  const before = Object.getOwnPropertyNames(globalThis)
  await import(entry)
  const added = Object.getOwnPropertyNames(globalThis).filter(name => !before.includes(name))
  for (const undo of restore) undo()
  const running = process
    .getActiveResourcesInfo()
    .filter(kind => /Timeout|Immediate|Port/.test(kind))
  report(entry, 'reads', [...touched])
  report(entry, 'adds', added)
  report(entry, 'leaves running', running)
}

/** @param {string} name @param {() => void} onTouch */
function watchGlobal(name, onTouch) {
  const original = Object.getOwnPropertyDescriptor(globalThis, name)
  /** @type {unknown} */
  const value = Reflect.get(globalThis, name)
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get() {
      onTouch()
      return value
    },
  })
  return () => {
    Reflect.deleteProperty(globalThis, name)
    if (original !== undefined) Object.defineProperty(globalThis, name, original)
  }
}

/** @param {string} entry @param {string} verb @param {string[]} names */
function report(entry, verb, names) {
  if (names.length === 0) return
  console.error(`importing ${entry} ${verb}: ${names.join(', ')}`)
  process.exitCode = 1
}
