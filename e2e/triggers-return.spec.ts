// A person comes back to the tab, with the network: what starts, and how often?
import type { BrowserContext, Page } from '@playwright/test'
import { startCoveredTabs } from './lib/covered.ts'
import { useTable } from './lib/table.ts'
import { expect, test } from './lib/test.ts'

test('C02 focus, visibility and online come within 500 ms: one foreground trigger in the history, and one run', async ({
  pages,
}) => {
  const browser = await startCoveredTabs()
  try {
    const { context } = browser
    const page = await context.newPage()
    await page.goto(`${pages.url}/table.html?tasks=returning`)
    await page.evaluate(() => window.table.does('waits'))
    const tab = await useTable(page, ['returning'])
    // Armed in a visible page it fires once: that is not the return.
    await tab.untilStatus('returning', 'running')
    const other = await context.newPage()

    for (let round = 1, within = false; !within; round += 1) {
      expect(round, 'so many returns took longer than 500 ms').toBeLessThan(10)
      await tab.release()
      await goAway(context, page, other)
      await tab.untilStatus('returning', 'idle')
      const heard = await comeBack(context, page)
      // Until it is released, what comes later of the same return would join the run.
      await tab.untilStatus('returning', 'running')
      const signals = heard.map(([signal]) => signal)
      expect(signals.toSorted()).toEqual(['focus', 'online', 'visible'])
      // Else the network would come to a page that nobody looks at, which fires nothing.
      expect(signals.at(-1)).toBe('online')
      const instants = heard.map(([, at]) => at)
      within = Math.max(...instants) - Math.min(...instants) < 500
      expect(await tab.called()).toHaveLength(round + 1)
    }

    await tab.release()
    await tab.untilStatus('returning', 'idle')
    const { runs, recent } = await page.evaluate(() =>
      window.table.registry.history('u1|returning'),
    )
    // What was put off is told of where it was decided, and again with the run that it went along with.
    const told = [...(runs[0]?.triggers ?? []), ...recent].map(
      ({ source, count, at }) => `${count} × ${source} at ${at}`,
    )
    expect([...new Set(told)].map(each => each.replace(/ at .*/, '')).toSorted()).toEqual([
      '1 × foreground',
      '1 × online',
    ])
  } finally {
    await browser.close()
  }
})

/** Another tab comes to the front, and the network goes, for longer than one return lasts. From then on the page notes what it is told. */
async function goAway(context: BrowserContext, page: Page, other: Page): Promise<void> {
  await other.bringToFront()
  await context.setOffline(true)
  const hiddenAt = await page.evaluate(() => performance.now())
  // A page that nobody sees draws nothing, which is when the tool would look.
  await page.waitForFunction(
    since =>
      document.visibilityState === 'hidden' &&
      !document.hasFocus() &&
      !navigator.onLine &&
      performance.now() - since > 600,
    hiddenAt,
    { polling: 100 },
  )
  await page.evaluate(() => {
    const heard: (readonly [string, number])[] = []
    const listening = new AbortController()
    const listen = (target: EventTarget, type: string, signal: string): void =>
      target.addEventListener(type, () => heard.push([signal, performance.now()]), listening)
    listen(window, 'focus', 'focus')
    listen(window, 'online', 'online')
    listen(document, 'visibilitychange', 'visible')
    Object.assign(window, { heard, listening })
  })
}

/** The tab comes to the front, and the network returns; answers what the page was told, and when. */
async function comeBack(
  context: BrowserContext,
  page: Page,
): Promise<readonly (readonly [string, number])[]> {
  await page.bringToFront()
  await context.setOffline(false)
  await page.waitForFunction(() => (Reflect.get(window, 'heard') as unknown[]).length >= 3)
  return page.evaluate(() => {
    ;(Reflect.get(window, 'listening') as AbortController).abort()
    return Reflect.get(window, 'heard') as (readonly [string, number])[]
  })
}
