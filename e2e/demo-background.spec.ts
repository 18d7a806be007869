// The browser wakes the service worker when no tab of the app is open.
import type { Page } from '@playwright/test'
import { openBackground } from './lib/background.ts'
import { startCoveredTabs } from './lib/covered.ts'
import { holdRequest } from './lib/hold.ts'
import { runList, said, signIn, synced, tick } from './lib/screen.ts'
import { expect, test } from './lib/test.ts'

test.use({ deviceOptions: { withWorker: true } })

/** The tags of the events that the page's browser was asked for. */
async function askedFor(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const { sync } = registration as unknown as { sync: { getTags(): Promise<string[]> } }
    return sync.getTags()
  })
}

test('an edit made offline is on the server once after its tab was closed and the browser fired its sync event', async ({
  demo,
  device,
}) => {
  const { page } = await device.open(demo.url)
  await signIn(page, 'ada')
  expect(await askedFor(page)).toEqual([])
  const background = await openBackground(device, demo.url)
  await device.context.setOffline(true)
  await tick(page, 'Drawing 9')
  await expect(said(page)).toContainText('Sync is deferred · offline')
  await expect(said(page)).toContainText('Goes on even if you close this app')
  await expect.poll(() => askedFor(page)).toEqual(['leasehold:coursebook'])
  await page.close()
  expect(await demo.log('POST')).toEqual([])

  await device.context.setOffline(false)
  await background.sync('leasehold:coursebook')
  await expect.poll(async () => (await demo.log('POST')).length).toBe(1)

  const { page: later } = await device.open(demo.url)
  await synced(later)
  const posts = await demo.log('POST')
  expect(posts.map(({ applied, replay }) => ({ applied, replay }))).toEqual([
    { applied: true, replay: false },
  ])
  const { edits, courses } = await demo.state('ada')
  expect(Object.values(edits)).toEqual([1])
  expect(courses.find(course => course.title === 'Drawing 9')?.done).toBe(true)
  await expect(runList(later)).toContainText('in the background')
})

test('a push that was under way in a tab that was left, then closed, is finished in the sync event that the tab asked for', async ({
  demo,
}) => {
  const browser = await startCoveredTabs()
  try {
    const page = await browser.context.newPage()
    await page.goto(demo.url)
    await signIn(page, 'ada')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    const background = await openBackground(browser, demo.url)
    await page.bringToFront()
    const held = await holdRequest(page, 'POST', 1)
    await tick(page, 'Drawing 9')
    await held.arrived
    const other = await browser.context.newPage()
    await other.bringToFront()
    await expect.poll(() => askedFor(page)).toEqual(['leasehold:coursebook'])
    await page.close()
    await background.sync('leasehold:coursebook')
    await expect.poll(async () => Object.values((await demo.state('ada')).edits)).toEqual([1])

    await other.setViewportSize({ width: 1280, height: 800 })
    await other.goto(demo.url)
    await synced(other)
    expect((await demo.log('POST')).filter(({ applied }) => applied)).toHaveLength(1)
    await expect(runList(other)).toContainText('in the background')
    await expect(runList(other)).toContainText('pushing')
  } finally {
    await browser.close()
  }
})

test('a push message makes the worker pull while no tab is open', async ({ demo, device }) => {
  const { page } = await device.open(demo.url)
  await signIn(page, 'ada')
  const background = await openBackground(device, demo.url)
  await page.close()
  const before = (await demo.log('GET')).length
  await background.push('')
  await expect.poll(async () => (await demo.log('GET')).length).toBeGreaterThan(before)

  const { page: later } = await device.open(demo.url)
  await synced(later)
  await expect(runList(later)).toContainText('started by push (a message of the server)')
  await expect(runList(later)).toContainText('in the background')
})
