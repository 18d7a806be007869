/** Tabs that wait to go on where another one stopped, and which of them did. */
import type { Tab } from '../../e2e/lib/device.ts'
import type { Column } from '../columns.ts'
import type { House } from './house.ts'
import { coarse } from './pages.ts'
import { roundsIn } from './measure.ts'

/** Opens tabs until there are `count`, each ready for all of these columns. */
export async function openTabs(
  house: House,
  site: string,
  columns: readonly Column[],
  tabs: Tab[],
  count: number,
): Promise<void> {
  while (tabs.length < count) {
    const tab = await house.open(site, `/${coarse}`)
    await tab.page.evaluate(names => window.bench.prepare(names), columns)
    tabs.push(tab)
  }
}

/** When the function was called in one of them, epoch ms; `null` when it was in none for so long. */
export async function nextCall(
  tabs: readonly Tab[],
  column: Column,
  patienceMs: number,
): Promise<number | null> {
  try {
    return await Promise.any(
      tabs.map(async ({ page }) => {
        await page.waitForFunction(name => window.bench.calledAt(name) > 0, column, {
          timeout: patienceMs,
          polling: 10,
        })
        return page.evaluate(name => window.bench.calledAt(name), column)
      }),
    )
  } catch {
    return null
  }
}

/** One raw transaction in a tab, ms. */
export async function roundOfTransaction(tab: Tab): Promise<number> {
  const { transaction = [] } = await roundsIn(tab, {
    operation: 'commit',
    subjects: ['transaction'],
    rounds: 1,
    warmUp: 1,
  })
  return transaction[0]?.ms ?? Number.NaN
}
