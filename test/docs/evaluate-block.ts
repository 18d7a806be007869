/** Evaluates a snippet as it stands, with the modules and names that a test gives it. */
import ts from 'typescript'
import type { CodeBlock } from './pages.ts'

type Body = (require: (name: string) => unknown, ...values: readonly unknown[]) => Promise<void>

const AsyncFunction = (async () => undefined).constructor as new (...source: string[]) => Body

/** Runs a snippet, its own imports included; `names` are what it uses without importing it. */
export async function evaluateBlock(
  block: CodeBlock,
  modules: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { outputText } = ts.transpileModule(block.before + block.code, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  })
  // In a block of its own: what the snippet declares comes before a name of the same kind around it.
  const body = new AsyncFunction('require', 'exports', ...Object.keys(names), `{\n${outputText}\n}`)
  const requireModule = (name: string): unknown => {
    if (name in modules) return modules[name]
    throw new Error(`${block.page}:${block.line} imports '${name}', which is no entry`)
  }
  await body(requireModule, {}, ...Object.values(names))
}
