// The IndexedDB store keeps its contract in this engine.
import { storeCases } from '../../src/testing/store-cases.ts'
import type { EngineTab } from './lib/engine.ts'
import { expect, test as base } from './lib/test.ts'

/** All cases in one tab: each has a database of its own. */
const test = base.extend<object, { readonly tab: EngineTab }>({
  tab: [
    async ({ engine, built }, use) => {
      const tab = await engine.open(`${built.url}/store.html`)
      await use(tab)
      await tab.close()
    },
    { scope: 'worker' },
  ],
})

for (const { name } of storeCases) {
  test(name, async ({ tab }) => {
    const fault = await tab.call(async caseName => {
      const runCase = Reflect.get(window, 'runCase') as (name: string) => Promise<void>
      return runCase(caseName).then(
        () => null,
        (error: unknown) => String(error),
      )
    }, name)
    expect(fault).toBeNull()
  })
}
