/** What does every test of every engine start with? */
import { test as base } from '@playwright/test'
import { patienceMs } from '../../../scripts/lib/patience.mjs'
import { type Pages, startPages } from '../../lib/pages.ts'
import type { Engine, EngineTab } from './engine.ts'
import { startWithPlaywright } from './playwright-engine.ts'
import { startWebkit } from './webkit-engine.ts'

export { expect } from '../../lib/test.ts'

/** Which browser a project of the configuration means. */
export interface EngineOptions {
  readonly engineName: 'firefox' | 'webkit'
  /** Of its program; `playwright` for Playwright's own. */
  readonly enginePath: string
}

interface TestFixtures {
  /** Whose server answers at once, as at the start. */
  readonly pages: Pages
  /** Opens a tab, which is closed with the test. */
  readonly open: (url: string) => Promise<EngineTab>
}

/** The test function with the browser of its project. */
export const test = base.extend<
  TestFixtures,
  EngineOptions & { readonly engine: Engine; readonly built: Pages }
>({
  engineName: ['firefox', { option: true, scope: 'worker' }],
  enginePath: ['playwright', { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName, enginePath }, use) => {
      const isDriven = engineName === 'webkit' && enginePath !== 'playwright'
      const engine = isDriven
        ? await startWebkit(enginePath)
        : await startWithPlaywright(engineName, enginePath)
      await use(engine)
      await engine.close()
    },
    { scope: 'worker', timeout: patienceMs },
  ],
  built: [
    // oxlint-disable-next-line no-empty-pattern -- the tool reads the names of fixtures from here
    async ({}, use) => {
      const pages = await startPages()
      await use(pages)
      await pages.close()
    },
    { scope: 'worker', timeout: patienceMs },
  ],
  pages: async ({ built }, use) => {
    await use(built)
    built.release()
  },
  open: async ({ engine }, use) => {
    const tabs: EngineTab[] = []
    await use(async url => {
      const tab = await engine.open(url)
      tabs.push(tab)
      return tab
    })
    // Those that the test closed are gone already.
    for (const tab of tabs) await tab.close().catch(() => undefined)
  },
})
