/** Whether the code of the documentation fits the library's types. */
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { type CodeBlock, rootFolder } from './pages.ts'
import { type Part, partsOf } from './parts.ts'
import { surroundingNames } from './surroundings.ts'

/** What the compilers say of each block, with the page and line that they speak of. */
export function typeErrors(blocks: readonly CodeBlock[]): readonly string[] {
  const folder = join(rootFolder, 'test', 'docs')
  const sources = new Map([
    [join(folder, 'snippets.d.ts'), surroundingsSource()],
    [join(folder, 'components.d.ts'), componentsSource],
  ])
  const origins = new Map<string, Part & { readonly page: string }>()
  const errors: string[] = []
  for (const [index, block] of blocks.entries()) {
    const { page } = block
    const taken = partsOf(block)
    errors.push(...taken.errors.map(error => `${page}:${error}`))
    for (const [number, part] of taken.parts.entries()) {
      // What a page calls `// src/name.ts` in its first line can be imported by its other code.
      const [, named] = /^\/\/ (?:[\w-]+\/)*([\w-]+)\.tsx?\n/.exec(part.source) ?? []
      const beside = join(folder, page.replaceAll(/\W/g, '-'))
      const file = join(beside, `${named}${part.extension}`)
      const isNew = named !== undefined && !sources.has(file)
      const path = isNew ? file : join(beside, `snippet-${index}-${number}${part.extension}`)
      sources.set(path, `${part.source}\nexport {}\n`)
      origins.set(path, { ...part, page })
    }
  }
  const options = readOptions()
  const host = ts.createCompilerHost(options)
  const { directoryExists, fileExists, readFile } = host
  const folders = new Set([...sources.keys()].map(dirname))
  host.directoryExists = path => folders.has(path) || (directoryExists?.(path) ?? true)
  host.fileExists = path => sources.has(path) || fileExists(path)
  host.readFile = path => sources.get(path) ?? readFile(path)
  const program = ts.createProgram([...sources.keys()], options, host)
  const found = [...sources.keys()].flatMap(path => {
    const file = program.getSourceFile(path)
    const said = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
    return said.map(({ start = 0, messageText }) => {
      const origin = origins.get(path)
      const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + (origin?.line ?? 1)
      const message = ts.flattenDiagnosticMessageText(messageText, ' ')
      return `${origin?.page ?? path}:${line} ${message}`
    })
  })
  return [...errors, ...found]
}

function readOptions(): ts.CompilerOptions {
  const path = join(rootFolder, 'tsconfig.base.json')
  const { config } = ts.readConfigFile(path, ts.sys.readFile) as { config: unknown }
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, rootFolder)
  return {
    ...options,
    types: ['node', 'svelte'],
    jsx: ts.JsxEmit.ReactJSX,
    experimentalDecorators: true,
    // A snippet may show a value without using it.
    noUnusedLocals: false,
    noUnusedParameters: false,
  }
}

/** A component that a snippet imports from a file of its own. */
const componentsSource = `
declare module '*.vue' { const component: import('vue').Component; export default component }
`

/** What a snippet that only goes on with another needs: the app, and the names of the library. */
function surroundingsSource(): string {
  const app = surroundingNames.map(name => `  const ${name}: Surroundings['${name}']`)
  const library = ['createTaskRegistry', 'defineTask', 'encodeKey', 'TaskFailure', 'type']
  return [
    `import type * as leasehold from 'leasehold'`,
    `import type { Surroundings } from './surroundings.ts'`,
    'declare global {',
    ...app,
    ...library.map(name => `  const ${name}: typeof leasehold.${name}`),
    '  const registry: leasehold.TaskRegistry',
    `  const courseSync: leasehold.Task<'course_sync', null, null, 'pulling' | 'pushing'>`,
    '}',
  ].join('\n')
}
