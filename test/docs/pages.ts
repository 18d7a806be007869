/** The pages of the documentation, and what stands in them. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../../', import.meta.url)

/** The folder of the repository. */
export const rootFolder: string = fileURLToPath(root)

/** One page; its path is relative to the repository. */
export interface Page {
  readonly path: string
  readonly text: string
}

/** Code of a page, and the line where it begins. */
export interface CodeBlock {
  readonly page: string
  readonly line: number
  readonly language: string
  readonly code: string
  /** Code that a hidden comment puts before it: `<!-- first: … -->`, or with `<!-- continues -->` the block above. */
  readonly before: string
  /** Why it is not run, where a hidden comment says so: `<!-- not run: … -->`. */
  readonly notRun: string | null
}

/** Reads a file of the repository. */
export function readPage(path: string): Page {
  return { path, text: readFileSync(new URL(path, root), 'utf8') }
}

/** Folders below `docs` whose pages are made from something else. */
const made = ['.vitepress/', 'api/', 'repository/']

/** Every page that people read: those at the top, and all below `docs`. */
export function readPages(): readonly Page[] {
  const below = readdirSync(new URL('docs/', root), { recursive: true, encoding: 'utf8' })
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => !made.some(folder => path.startsWith(folder)))
  const paths = [...readdirSync(root), ...below.map(path => `docs/${path}`)]
  return paths
    .filter(path => path.endsWith('.md'))
    .sort()
    .map(readPage)
}

/** The fenced code of a page, in order. */
export function codeBlocks({ path, text }: Page): readonly CodeBlock[] {
  const blocks: CodeBlock[] = []
  const hidden = '(?:^<!-- (?:first:\\n[^]*?\\n|continues |not run: [^\\n]*)-->\\n)*'
  const fence = new RegExp(`(${hidden})^\`\`\`(\\w*)\\n([^]*?)^\`\`\`$`, 'gm')
  for (const found of text.matchAll(fence)) {
    const [, comments = '', language = '', code = ''] = found
    const [, first = ''] = /^<!-- first:\n([^]*?)-->$/m.exec(comments) ?? []
    const above = comments.includes('<!-- continues -->') ? blocks.at(-1) : undefined
    blocks.push({
      page: path,
      line: text.slice(0, found.index + comments.length).split('\n').length + 1,
      language,
      code,
      before: `${above ? above.before + above.code : ''}${first}`,
      notRun: /^<!-- not run: (.*) -->$/m.exec(comments)?.[1] ?? null,
    })
  }
  return blocks
}

/** The page without its code, in which brackets and hashes mean something else. */
export function proseOf({ text }: Page): string {
  return text.replace(/^```.*?^```$/gms, '').replace(/`[^`\n]*`/g, '`')
}

/** What stands between `<!-- measured:name -->` and `<!-- /measured -->`. */
export function measuredIn({ text }: Page, name: string): string | null {
  const found = new RegExp(`<!-- measured:${name} -->(.*?)<!-- /measured -->`, 's').exec(text)
  return found?.[1]?.trim() ?? null
}

/** The rows of the first table below a heading, each as its cells; without the head. */
export function tableBelow({ text }: Page, heading: string): readonly (readonly string[])[] {
  const section = text.split(/^#+ /m).find(part => part.startsWith(`${heading}\n`)) ?? ''
  const rows = section.split('\n').filter(line => line.startsWith('|'))
  return rows.slice(2).map(row =>
    row
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  )
}
