/** The code of the recipes, run as their page shows it, in one tab. */
import type { TestRegistry } from '../../../src/testing/index.ts'
import { type CodeBlock, codeBlocks, readPage } from '../pages.ts'
import { type Around, runInTab } from '../run-in-tab.ts'

/** The blocks of code below a heading of the page. */
export function recipe(heading: string): readonly CodeBlock[] {
  const page = readPage('docs/recipes.md')
  const from = page.text.indexOf(`\n## ${heading}\n`)
  const until = page.text.indexOf('\n## ', from + 1)
  if (from < 0) throw new Error(`${page.path} has no recipe '${heading}'`)
  const isBelow = ({ line }: CodeBlock): boolean => {
    const at = page.text.split('\n').slice(0, line).join('\n').length
    return at > from && (until < 0 || at < until)
  }
  return codeBlocks(page).filter(isBelow)
}

/** Runs a block that makes a registry, and hands out the tab of that registry, and what it declares under these names. */
export async function openRecipe<Declared extends object>(
  block: CodeBlock | undefined,
  around: Around,
  declared: readonly (keyof Declared & string)[] = [],
): Promise<Declared & { readonly tab: TestRegistry }> {
  const { tabs, handedOut } = await evaluate<Declared>(block, around, declared)
  const [tab] = tabs
  if (!tab) throw new Error(`${block?.page}:${block?.line} makes no registry`)
  return { ...handedOut, tab }
}

/** Runs a block in a tab of the test's own, and hands out what it declares under these names. */
export async function runRecipe<Declared extends object>(
  block: CodeBlock | undefined,
  around: Around,
  declared: readonly (keyof Declared & string)[] = [],
): Promise<Declared> {
  return (await evaluate<Declared>(block, around, declared)).handedOut
}

function evaluate<Declared extends object>(
  block: CodeBlock | undefined,
  around: Around,
  declared: readonly (keyof Declared & string)[],
): ReturnType<typeof runInTab<Declared>> {
  if (!block) throw new Error('the recipe has no such block')
  return runInTab<Declared>(block, around, declared)
}
