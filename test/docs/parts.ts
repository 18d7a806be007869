/** The code of a block, as files that the compiler knows: a component is its script, once it compiles. */
import { compile } from 'svelte/compiler'
import { compileTemplate, parse } from 'vue/compiler-sfc'
import type { CodeBlock } from './pages.ts'

/** A file of the compiler. */
export interface Part {
  readonly extension: '.ts' | '.tsx'
  readonly source: string
  /** Which line of the page the first line of the source is. */
  readonly line: number
}

/** What the compilers say of a block, and what is left for that of TypeScript. */
export interface Parts {
  readonly parts: readonly Part[]
  /** Each with the line of the page. */
  readonly errors: readonly string[]
}

/** Languages of fences that are not code of an app. */
export const plainLanguages: readonly string[] = ['', 'sh', 'html', 'css', 'json', 'text']

/** Takes a block apart. Throws for a language that nothing here can check. */
export function partsOf(block: CodeBlock): Parts {
  const { before, code, line, language } = block
  const hidden = before.split('\n').length - 1
  switch (language) {
    case 'ts':
    case 'js':
      return {
        parts: [{ extension: '.ts', source: before + code, line: line - hidden }],
        errors: [],
      }
    case 'tsx':
      return {
        parts: [{ extension: '.tsx', source: before + code, line: line - hidden }],
        errors: [],
      }
    case 'vue':
      return vueParts(block)
    case 'svelte':
      return svelteParts(block)
    default:
      throw new Error(`${block.page}:${line} has code in '${language}', which nothing checks`)
  }
}

function vueParts({ code, before, line }: CodeBlock): Parts {
  const { descriptor, errors } = parse(code)
  const { scriptSetup, script, template } = descriptor
  const compiled = template
    ? compileTemplate({ source: template.content, filename: 'snippet.vue', id: 'snippet' }).errors
    : []
  const parts = [scriptSetup, script].flatMap(each =>
    each === null ? [] : [scriptPart(each.content, each.loc.start.line, before, line)],
  )
  const messages = [...errors, ...compiled].map(error => `${line} ${messageOf(error)}`)
  return { parts, errors: [...new Set(messages)] }
}

function svelteParts({ code, before, line }: CodeBlock): Parts {
  const errors: string[] = []
  try {
    const { warnings } = compile(code, { generate: 'client', filename: 'snippet.svelte' })
    errors.push(
      ...warnings.map(({ message, start }) => `${line + (start?.line ?? 1) - 1} ${message}`),
    )
  } catch (error) {
    errors.push(`${line} ${messageOf(error)}`)
  }
  const script = /<script[^>]*>\n?([^]*?)<\/script>/.exec(code)
  if (!script) return { parts: [], errors }
  const [, content = ''] = script
  const at = code.slice(0, script.index + script[0].indexOf(content)).split('\n').length
  return { parts: [scriptPart(content + storesOf(code, content), at, before, line)], errors }
}

/** Svelte writes the value of a store as its name with a `$`; the compiler of TypeScript has to be told. */
function storesOf(code: string, script: string): string {
  const runes = ['state', 'derived', 'effect', 'props', 'bindable', 'inspect', 'host']
  const used = new Set([...code.matchAll(/\$(\w+)\b/g)].map(found => found[1] ?? ''))
  const stores = [...used].filter(
    name => !runes.includes(name) && new RegExp(`\\b${name}\\b`).test(script),
  )
  const declared = stores.map(
    name =>
      `declare const $${name}: typeof ${name} extends { subscribe(run: (value: infer V) => void): unknown } ? V : never`,
  )
  return `\n${declared.join('\n')}\n`
}

function scriptPart(content: string, at: number, before: string, line: number): Part {
  const hidden = before.split('\n').length - 1
  return { extension: '.ts', source: before + content, line: line + at - 1 - hidden }
}

function messageOf(error: unknown): string {
  return typeof error === 'string' ? error : (error as Error).message
}
