// What does importing an entry bring into an app's bundle?
import { readFileSync } from 'node:fs'
import { build, type Rolldown } from 'vite'
import { beforeAll, expect, test } from 'vitest'

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly exports: Readonly<Record<string, { readonly default: string } | string>>
}
const { compilerOptions } = JSON.parse(readFileSync('tsconfig.base.json', 'utf8')) as {
  readonly compilerOptions: { readonly paths: Readonly<Record<string, readonly [string]>> }
}
/** Where the source of each entry lies; the built files are the same ones, one by one. */
const sources = Object.fromEntries(
  Object.entries(compilerOptions.paths).map(([entry, [path]]) => [entry, path]),
)

/** The packages that an entry brings; the others bring none. */
const brings: Readonly<Record<string, readonly string[]>> = {
  leasehold: ['idb', 'rxjs'],
  'leasehold/cron': ['croner'],
  'leasehold/idb': ['idb'],
  'leasehold/dexie': ['dexie'],
  'leasehold/react': ['react'],
  'leasehold/vue': ['vue'],
  'leasehold/inspector': ['@tanstack/virtual-core'],
  'leasehold/testing': ['idb', 'rxjs'],
}

let chunks: readonly Rolldown.OutputChunk[] = []

beforeAll(async () => {
  const input: Record<string, string> = {}
  for (const [entry, path] of Object.entries(sources)) input[nameOf(entry)] = path
  chunks = await bundle(input)
})

/** Packages stay outside; what an app does not use is left out as by its own bundler. */
async function bundle(input: Record<string, string>): Promise<readonly Rolldown.OutputChunk[]> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [virtual],
    build: {
      write: false,
      minify: true,
      rolldownOptions: {
        input,
        external: id => /^[a-z@]/.test(id) && id !== nothing,
        preserveEntrySignatures: 'strict',
      },
    },
  })) as Rolldown.RolldownOutput
  return built.output.filter(file => file.type === 'chunk')
}

const nothing = 'virtual:nothing'
const virtual = {
  name: 'nothing',
  resolveId: (id: string) => (id === nothing ? '/virtual-nothing.js' : null),
  load: (id: string) =>
    id === '/virtual-nothing.js'
      ? Object.values(sources)
          .map(path => `import '${process.cwd()}/${path}'`)
          .join('\n')
      : null,
}

function nameOf(entry: string): string {
  return entry.replaceAll('/', '-')
}

/** The packages that a chunk imports, and those that it imports do. */
function packagesOf(fileName: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(fileName)) return new Set()
  seen.add(fileName)
  const chunk = chunks.find(each => each.fileName === fileName)
  if (!chunk) return new Set([fileName])
  return new Set(
    [...chunk.imports, ...chunk.dynamicImports].flatMap(path => [...packagesOf(path, seen)]),
  )
}

test('every entry of the package is looked at', () => {
  const entries = Object.keys(manifest.exports).filter(path => path !== './package.json')
  expect(Object.keys(sources).sort()).toEqual(
    entries.map(path => path.replace('.', 'leasehold')).sort(),
  )
})

test.each(Object.keys(sources))('%s brings its own libraries, and none of another entry', entry => {
  const chunk = chunks.find(({ isEntry, name }) => isEntry && name === nameOf(entry))
  expect(chunk).toBeDefined()
  const packages = [...packagesOf(chunk?.fileName ?? '')]
  expect(packages.sort()).toEqual(brings[entry] ?? [])
})

test('importing nothing from all of them costs 0 B', async () => {
  const [empty] = await bundle({ nothing })
  expect(empty?.code.trim().length).toBe(0)
})
