// The demo as an app of its own: installed, without network, and replaced by a newer version.
import { appendFileSync, cpSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { startDemo } from './lib/demo.ts'
import { makeFolder, removeFolder } from './lib/folder.ts'
import { card, courseItems, runs, runsHere, said, signIn, synced, tick } from './lib/screen.ts'
import { expect, test } from './lib/test.ts'
import { openTwoTabs } from './lib/two-tabs.ts'

test.use({ deviceOptions: { withWorker: true } })

/** The worker serves the page that started it, too. */
async function whenServed(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}

test('a browser may install it, and the second load needs no network: the rows are there, and an edit is sent once when it is back', async ({
  demo,
  device,
}) => {
  const first = await device.open(demo.url)
  await signIn(first.page, 'ada')
  await whenServed(first.page)
  const session = await device.context.newCDPSession(first.page)
  const { errors, data = '' } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(JSON.parse(data)).toMatchObject({ short_name: 'Coursebook', display: 'standalone' })
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
  await first.page.close()

  await device.context.setOffline(true)
  const { page } = await device.open(`${demo.url}/?ttl=20000#messages`)
  await expect(
    page.getByRole('list', { name: 'Messages', exact: true }).getByRole('listitem'),
  ).toHaveCount(40)
  await page.getByRole('link', { name: 'Courses' }).click()
  await expect(courseItems(page)).toHaveCount(60)
  await tick(page, 'Drawing 9')
  await expect(said(page)).toContainText('Sync is deferred · offline')
  await page.reload()
  await expect(card(page)).toContainText('1 edit not sent yet')
  await expect(page.getByRole('checkbox', { name: 'Drawing 9 is done' })).toBeChecked()
  expect(await demo.log('POST')).toEqual([])

  await device.context.setOffline(false)
  await synced(page)
  expect((await demo.log('POST')).map(post => post.applied)).toEqual([true])
  expect(Object.values((await demo.state('ada')).edits)).toEqual([1])
})

test('a newer version is offered in every tab; let in by one, each tab loads it when its own sync has ended', async ({
  device,
  host,
}) => {
  const { demo, release, publish } = await startVersions(host)
  try {
    const { one, two } = await openTwoTabs(demo, device)
    for (const { page } of [one, two]) {
      await whenServed(page)
      await markAsOld(page)
    }
    for (const { page } of [one, two]) await expect(offer(page)).toBeHidden()

    publish()
    await lookForNewer(one.page)
    for (const { page } of [one, two]) await expect(offer(page)).toBeVisible()

    await demo.trouble({ account: 'ada', holdAfterApply: true })
    await tick(one.page, 'Drawing 9')
    await expect.poll(async () => (await demo.log('POST')).length).toBe(1)
    const pusher = (await runsHere(one.page)) ? one : two
    const other = pusher === one ? two : one
    await other.page.getByRole('button', { name: 'Reload' }).click()
    await expect(pusher.page.getByText('loads as soon as this tab has finished')).toBeVisible()
    await expect.poll(() => isOld(other.page)).toBe(false)
    await expect(said(other.page)).toContainText('in another tab')
    expect(await isOld(pusher.page)).toBe(true)

    await demo.trouble({ account: 'ada', holdAfterApply: null })
    await expect.poll(() => isOld(pusher.page)).toBe(false)
    for (const { page } of [one, two]) {
      await synced(page)
      await expect(offer(page)).toBeHidden()
    }
    await expect(runs(other.page).filter({ hasText: 'started by change' }).last()).toContainText(
      'succeeded',
    )
    await expect(runs(other.page).filter({ hasText: 'taken over' })).toHaveCount(0)
    expect((await demo.log('POST')).map(post => post.applied)).toEqual([true])
  } finally {
    await release()
  }
})

test('a tab that was loaded past every cache loads the newer version, too, when another one lets it in', async ({
  device,
  host,
}) => {
  const { demo, release, publish } = await startVersions(host)
  try {
    const [one, two] = [await device.open(demo.url), await device.open(demo.url)]
    for (const { page } of [one, two]) await whenServed(page)
    const session = await device.context.newCDPSession(two.page)
    const loaded = two.page.waitForEvent('load')
    await session.send('Page.reload', { ignoreCache: true })
    await loaded
    await two.page.getByRole('button', { name: 'Sign in as ada' }).waitFor()
    expect(await two.page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
    await markAsOld(two.page)

    publish()
    await lookForNewer(one.page)
    await expect(offer(two.page)).toBeVisible()
    await one.page.getByRole('button', { name: 'Reload' }).click()
    await expect.poll(() => isOld(two.page)).toBe(false)
    await whenServed(two.page)
  } finally {
    await release()
  }
})

/** A server whose client gets a newer worker with `publish`. */
async function startVersions(host: string) {
  const folder = makeFolder('dist')
  cpSync(resolve('demo-pwa/dist'), folder, { recursive: true })
  const started = await startDemo(folder)
  return {
    demo: { ...started, url: started.url.replace('localhost', host) },
    publish: () => appendFileSync(join(folder, 'worker.js'), '\n// Newer.'),
    async release() {
      await started.close()
      removeFolder(folder)
    },
  }
}

function lookForNewer(page: Page): Promise<unknown> {
  return page.evaluate(async () => (await navigator.serviceWorker.ready).update())
}

function markAsOld(page: Page): Promise<unknown> {
  return page.evaluate(() => Object.assign(window, { isOld: true }))
}

/** A page that is being left does not answer. */
function isOld(page: Page): Promise<boolean> {
  return page.evaluate(() => 'isOld' in window).catch(() => true)
}

function offer(page: Page): Locator {
  return page.getByText('A new version is ready.')
}
