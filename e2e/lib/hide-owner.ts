/** How long after the owner's page went into the back-forward cache does another tab call the stage? */
import type { Page } from '@playwright/test'
import type { Device, Tab } from './device.ts'
import { nextCall, openTab, startIn, whenIdle } from './owner.ts'
import type { Pages } from './pages.ts'

/** From now on the page notes whether it was shown from the cache. */
export async function listenForReturns(page: Page): Promise<void> {
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => {
      document.documentElement.dataset['shown'] = persisted ? 'from the cache' : 'loaded'
    })
  })
}

/** Goes back, and makes sure that the page itself came back, not a new load of its address. */
export async function goBack(page: Page): Promise<void> {
  // `page.goBack()` waits for a load that a restored page does not have.
  await page.evaluate(() => history.back())
  await page.waitForFunction(() => 'tests' in window)
  await page.waitForFunction(() => document.documentElement.dataset['shown'] === 'from the cache')
  await page.evaluate(() => delete document.documentElement.dataset['shown'])
}

/** Sends owners into the cache and back `times` times, among `count` tabs; answers how long each takeover took, ms. */
export async function measureHides(
  device: Device,
  pages: Pages,
  count: number,
  times: number,
): Promise<readonly number[]> {
  const tabs: Tab[] = []
  while (tabs.length < count) {
    const tab = await openTab(device, pages.url)
    await listenForReturns(tab.page)
    tabs.push(tab)
  }
  const delays: number[] = []
  for (let i = 0; i < times; i += 1) {
    const [owner, ...others] = [...tabs.slice(i % count), ...tabs.slice(0, i % count)]
    if (!owner) throw new Error('no tab')
    const { callsBefore } = await startIn(owner, others, 'gated')
    const leftAt = Date.now()
    const [{ calledAt, tab }] = await Promise.all([
      nextCall(others, callsBefore),
      owner.page.goto(pages.elsewhere),
    ])
    delays.push(calledAt - leftAt)
    await goBack(owner.page)
    await tab.page.evaluate(() => window.tests.release())
    for (const each of tabs) await whenIdle(each, 'gated')
  }
  return delays
}
