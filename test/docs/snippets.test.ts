// Does every TypeScript snippet of the documentation fit the library's types?
import { expect, test } from 'vitest'
import { typeErrors } from './check-types.ts'
import { codeBlocks, readPages } from './pages.ts'

const blocks = readPages()
  .flatMap(codeBlocks)
  .filter(block => block.language === 'ts')

/** Proves in the same run that a snippet which does not fit is found. */
const wrong = { page: 'wrong.md', line: 7, language: 'ts', code: 'registry.triger(courseSync)\n' }

test('every snippet type-checks against the library, and one that does not would be named', () => {
  expect(blocks.length).toBeGreaterThan(3)
  expect(typeErrors([...blocks, wrong])).toEqual([expect.stringMatching(/^wrong\.md:7 .*triger/)])
}, 120_000)
