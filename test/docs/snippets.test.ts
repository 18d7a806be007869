// Does every piece of code of the documentation fit the library's types?
import { expect, test } from 'vitest'
import { typeErrors } from './check-types.ts'
import { type CodeBlock, codeBlocks, readPages } from './pages.ts'
import { plainLanguages } from './parts.ts'

const blocks = readPages()
  .flatMap(codeBlocks)
  .filter(({ language }) => !plainLanguages.includes(language))

/** A block of a page that is wrong from its eighth line on. */
function wrong(language: string, code: string, before = ''): CodeBlock {
  return { page: `wrong-${language}.md`, line: 7, language, code, before, notRun: null }
}

/** Prove in the same run that what does not fit is found, at its line. */
const wrongBlocks = [
  wrong('ts', '\nregistry.triger(courseSync)\n'),
  wrong('ts', 'known.length\nmissing.length\n', 'declare const known: string\n'),
  wrong('ts', "// src/named.ts\nexport const known: string = ''\n"),
  wrong('ts', "import { known } from './named.ts'\nknown.lenght\n"),
  wrong('tsx', '\nconst shown = <p>{registry.triger(courseSync)}</p>\n'),
  wrong('vue', '<script setup lang="ts">\nregistry.triger(courseSync)\n</script>\n'),
  wrong('vue', '<template>\n<p>{{ a b }}</p>\n</template>\n'),
  wrong('svelte', '<script lang="ts">\nregistry.triger(courseSync)\n</script>\n'),
  wrong('svelte', '<p>\n{#if}</p>\n'),
]

test('every piece of code type-checks against the library, and one that does not would be named', () => {
  expect(blocks.length).toBeGreaterThan(3)
  expect(typeErrors([...blocks, ...wrongBlocks])).toEqual([
    expect.stringMatching(/^wrong-vue\.md:7 .*Unexpected token/),
    expect.stringMatching(/^wrong-svelte\.md:7 /),
    expect.stringMatching(/^wrong-ts\.md:8 .*triger/),
    expect.stringMatching(/^wrong-ts\.md:8 .*missing/),
    expect.stringMatching(/^wrong-ts\.md:8 .*lenght/),
    expect.stringMatching(/^wrong-tsx\.md:8 .*triger/),
    expect.stringMatching(/^wrong-vue\.md:8 .*triger/),
    expect.stringMatching(/^wrong-svelte\.md:8 .*triger/),
  ])
}, 120_000)
