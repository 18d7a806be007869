/** Whether the snippets of the documentation fit the library's types. */
import { join } from 'node:path'
import ts from 'typescript'
import { type CodeBlock, rootFolder } from './pages.ts'
import { surroundingNames } from './surroundings.ts'

/** What the compiler says of each block, with the page and line that it speaks of. */
export function typeErrors(blocks: readonly CodeBlock[]): readonly string[] {
  const folder = join(rootFolder, 'test', 'docs')
  const sources = new Map([[join(folder, 'snippets.d.ts'), surroundingsSource()]])
  const origins = new Map<string, CodeBlock>()
  for (const [index, block] of blocks.entries()) {
    const path = join(folder, `snippet-${index}.ts`)
    sources.set(path, `${block.code}\nexport {}\n`)
    origins.set(path, block)
  }
  const options = readOptions()
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile } = host
  host.fileExists = path => sources.has(path) || fileExists(path)
  host.readFile = path => sources.get(path) ?? readFile(path)
  const program = ts.createProgram([...sources.keys()], options, host)
  return [...sources.keys()].flatMap(path => {
    const file = program.getSourceFile(path)
    const found = [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ]
    return found.map(({ start = 0, messageText }) => {
      const block = origins.get(path)
      const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + (block?.line ?? 1)
      const message = ts.flattenDiagnosticMessageText(messageText, ' ')
      return `${block?.page ?? path}:${line} ${message}`
    })
  })
}

function readOptions(): ts.CompilerOptions {
  const path = join(rootFolder, 'tsconfig.base.json')
  const { config } = ts.readConfigFile(path, ts.sys.readFile) as { config: unknown }
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, rootFolder)
  // A snippet may show a value without using it.
  return { ...options, types: ['node'], noUnusedLocals: false, noUnusedParameters: false }
}

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
