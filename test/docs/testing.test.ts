// Do the examples of docs/testing.md pass? Each test that they define is one of this file.
import * as vitest from 'vitest'
import * as leasehold from '../../src/index.ts'
import * as memory from '../../src/store/memory.ts'
import * as testing from '../../src/testing/index.ts'
import { evaluateBlock } from './evaluate-block.ts'
import { codeBlocks, readPage } from './pages.ts'

const blocks = codeBlocks(readPage('docs/testing.md'))
let defined = 0

function define(title: string, work: () => Promise<void>): void {
  defined++
  vitest.test(title, work)
}

for (const block of blocks) {
  await evaluateBlock(block, {
    leasehold,
    'leasehold/memory': memory,
    'leasehold/testing': testing,
    vitest: { expect: vitest.expect, test: define },
  })
}

vitest.test('each section of the page shows one example, and all of them define tests', () => {
  const sections = [...readPage('docs/testing.md').text.matchAll(/^## /gm)]
  vitest.expect(blocks).toHaveLength(sections.length)
  vitest.expect(defined).toBe(blocks.length - 1 + testing.storeCases.length)
})

vitest.test('every fault by name is named on the page', () => {
  const { text } = readPage('docs/testing.md')
  const missing = Object.keys(testing.storeFaults).filter(name => !text.includes(`\`${name}\``))
  vitest.expect(missing).toEqual([])
})
