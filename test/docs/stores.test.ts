// Does the store that docs/stores.md shows keep what a store promises?
import { describe, expect, test } from 'vitest'
import { createTestRegistry, storeCases } from '../../src/testing/index.ts'
import { defineTask, type StoreFactory } from '../../src/index.ts'
import { codeBlocks, readPage, type CodeBlock } from './pages.ts'
import { createOrigin } from './recipes/origin.ts'
import { runInTab } from './run-in-tab.ts'

interface Shelf {
  get(name: string): Promise<{ readonly text: string | null; readonly revision: number }>
  put(name: string, text: string, revision: number): Promise<boolean>
}

interface Declared {
  shelfStore(shelf: Shelf): StoreFactory
}

const [code] = codeBlocks(readPage('docs/stores.md')) as [CodeBlock]

async function shelfStore(shelf: Shelf): Promise<StoreFactory> {
  const block = { ...code, code: code.code.replaceAll('export ', '') }
  const { handedOut } = await runInTab<Declared>(block, { origin: createOrigin('memory') }, [
    'shelfStore',
  ])
  return handedOut.shelfStore(shelf)
}

/** `overtake` is called between a read and its write. */
function createShelf(overtake: () => void = () => undefined): Shelf & { readonly refused: number } {
  const texts = new Map<string, { text: string; revision: number }>()
  let refused = 0
  return {
    get refused() {
      return refused
    },
    async get(name) {
      const found = texts.get(name) ?? { text: null, revision: 0 }
      await Promise.resolve()
      return found
    },
    put(name, text, revision) {
      overtake()
      const fits = (texts.get(name)?.revision ?? 0) === revision
      if (fits) texts.set(name, { text, revision: revision + 1 })
      else refused++
      return Promise.resolve(fits)
    },
  }
}

describe('the store on a shelf', () => {
  const shelf = createShelf()
  test.each(storeCases.map(each => [each.name, each] as const))('%s', async (name, { run }) => {
    await run(await shelfStore(shelf), `unused-${name}`)
  })

  test('two tabs that press at once get one run: what lost is decided anew', async () => {
    const contended = createShelf()
    const store = await shelfStore(contended)
    let runs = 0
    const sync = defineTask({ scope: 'sync', run: () => void runs++ })
    const tab = createTestRegistry({ tasks: [sync], store, accounts: 'none' })
    const other = tab.another()
    const pressed = [tab.registry.trigger(sync), other.registry.trigger(sync)]
    await tab.advance(1_000)
    const answers = await Promise.all(pressed)
    expect(new Set(answers.map(({ runId }) => runId)).size).toBe(1)
    await tab.advance(1_000)
    expect(runs).toBe(1)
    expect(contended.refused).toBeGreaterThan(0)
    await Promise.all([tab.registry.close(), other.registry.close()])
  })
})
