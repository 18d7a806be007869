// Does src keep the order of its folders, without import cycles and without reading the clock?
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { findClockReads } from './lib/clock-reads.mjs'
import { findCycles } from './lib/cycles.mjs'
import { listFiles } from './lib/files.mjs'
import { readImports } from './lib/imports.mjs'
import { findLayerViolations } from './lib/layers.mjs'

const files = listFiles('src')
  .filter(path => path.endsWith('.ts') && !path.endsWith('.test-d.ts'))
  .map(path => {
    const text = readFileSync(join('src', path), 'utf8')
    return { path, imports: readImports(path, text), clockReads: findClockReads(path, text) }
  })

const graph = new Map(
  files.map(({ path, imports }) => [
    path,
    imports.filter(({ from }) => from.startsWith('.')).map(({ from }) => join(dirname(path), from)),
  ]),
)

const problems = [
  ...findLayerViolations(files),
  ...findCycles(graph).map(cycle => `import cycle: ${[...cycle, cycle[0]].join(' → ')}`),
  ...files
    .filter(({ path }) => !path.startsWith('platform/'))
    .flatMap(({ path, clockReads }) =>
      clockReads.map(line => `src/${path}:${line} reads the clock: time comes in as an argument`),
    ),
]

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else console.log(`${files.length} files in order`)
