// Storage that fails, as a person in front of the demo sees it: what is said, and the way back.
import type { Page } from '@playwright/test'
import type { Demo } from './lib/demo.ts'
import { occupyStore } from './lib/occupy.ts'
import { limitStorage } from './lib/quota.ts'
import {
  card,
  courseItems,
  newestRun,
  runs,
  said,
  signIn,
  syncButton,
  synced,
  tick,
} from './lib/screen.ts'
import { expect, test } from './lib/test.ts'
import { openTwoTabs } from './lib/two-tabs.ts'

test('C44 site data cleared: every tab asks who it is, and after one sign-in all have everything again', async ({
  demo,
  device,
}) => {
  const { one, two } = await openTwoTabs(demo, device)
  const session = await device.context.newCDPSession(one.page)
  await session.send('Storage.clearDataForOrigin', { origin: demo.url, storageTypes: 'all' })
  for (const { page } of [one, two])
    await expect(page.getByRole('button', { name: 'Sign in as ada' })).toBeVisible()

  await signIn(one.page, 'ada')
  for (const { page } of [one, two]) {
    await synced(page)
    await expect(courseItems(page)).toHaveCount(60)
    await expect(runs(page)).toHaveCount(1)
  }
  expect([...one.errors, ...two.errors]).toEqual([])
})

test('C44 only its databases are cleared: a press finds out, says so in every tab, and the next one pulls everything', async ({
  demo,
  device,
}) => {
  const { one, two } = await openTwoTabs(demo, device)
  const session = await device.context.newCDPSession(one.page)
  await session.send('Storage.clearDataForOrigin', {
    origin: demo.url,
    storageTypes: 'indexeddb',
  })
  // Whoever reads something meanwhile finds out without a press: the sign-in comes after that.
  await one.page.evaluate(() => {
    const [sync] = document.querySelectorAll('leasehold-sync-button')
    const button = sync?.shadowRoot?.querySelector('button')
    if (button?.textContent !== 'Sign in again') button?.click()
  })
  for (const { page } of [one, two]) await expect(said(page)).toContainText('Signed out')
  await syncButton(one.page, 'Sign in again').click()
  for (const { page } of [one, two]) {
    await synced(page)
    await expect(courseItems(page)).toHaveCount(60)
  }
  expect([...one.errors, ...two.errors]).toEqual([])
})

/** The page says nothing of an edit before it has stored it: only the server's log tells that it came. */
async function arrived(demo: Demo, edits: number): Promise<void> {
  await expect.poll(async () => (await demo.log('POST')).length).toBeGreaterThanOrEqual(edits)
}

test('C49 site data cleared, and a server that remembers higher fences: it takes what is edited from then on, once', async ({
  demo,
  device,
}) => {
  const { page, errors } = await device.open(demo.url)
  await signIn(page, 'ada')
  await tick(page, 'Drawing 9')
  await arrived(demo, 1)
  await synced(page)
  const session = await device.context.newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin: demo.url, storageTypes: 'all' })
  // With the clock set back, too, every fence from here on is lower than what the server knows.
  await page.addInitScript(setClockBack)
  await page.reload()

  await signIn(page, 'ada')
  await tick(page, 'Ceramics 9')
  await arrived(demo, 2)
  await synced(page)
  const [before, ...since] = await demo.log('POST')
  expect(before).toMatchObject({ status: 200, applied: true })
  expect(since).toHaveLength(1)
  expect(since[0]).toMatchObject({ status: 200, applied: true })
  expect(since[0]?.store).not.toBe(before?.store)
  expect(since[0]?.fence).toBeLessThan(before?.fence ?? 0)
  expect(Object.values((await demo.state('ada')).edits)).toEqual([1, 1])
  expect(errors).toEqual([])
})

test('C45 a storage that refuses to open: the demo says so with what the browser said, and goes on when it opens', async ({
  demo,
  device,
}) => {
  const { page: first } = await device.open(demo.url)
  await signIn(first, 'ada')
  await first.close()
  await device.prepare(refuseToOpen)
  const { page, errors } = await device.open(demo.url)
  await expect(said(page)).toContainText('The storage of this browser does not answer')
  await expect(said(page)).toContainText('refused by the test')
  await expect(syncButton(page, 'Try again')).toBeEnabled()

  await page.evaluate(() => Object.assign(window, { opens: true }))
  await syncButton(page, 'Try again').click()
  await synced(page)
  await expect(courseItems(page)).toHaveCount(60)
  expect(errors).toEqual([])
})

test('C46 a storage that is held from the start: the demo says that it waits, and goes on by itself', async ({
  demo,
  device,
}) => {
  const { page: holder } = await device.open(demo.url)
  await signIn(holder, 'ada')
  await holder.goto(`${demo.url}/api/log`)
  const release = await occupyStore(holder, 'coursebook')
  const { page, errors } = await device.open(demo.url)
  await expect(said(page)).toContainText('Looking at what is stored…')
  await expect(said(page)).toHaveText('The storage of this browser is busy')

  await release()
  await synced(page)
  await expect(courseItems(page)).toHaveCount(60)
  expect(errors).toEqual([])
})

test('an edit that the full storage does not take is said, and nothing looks as if it were stored', async ({
  demo,
  device,
}) => {
  const quota = await limitStorage(device, `${demo.url}/api/log`)
  const { page, errors } = await device.open(demo.url)
  await signIn(page, 'ada')
  await quota.fill()
  const box = page.getByRole('checkbox', { name: 'Drawing 9 is done' })
  await box.click()
  await expect(card(page)).toContainText(/not stored: .*Quota/)
  await expect(box).not.toBeChecked()
  await page.getByRole('button', { name: 'Add course' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Knots 1')
  await page.getByRole('button', { name: 'Save' }).click()
  const form = page.getByRole('dialog')
  await expect(form).toContainText('did not take it')

  await quota.lift()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  await expect(courseItems(page).filter({ hasText: 'Knots 1' })).toHaveCount(1)
  await synced(page)
  await expect(card(page)).not.toContainText('not stored')
  expect((await demo.log('POST')).map(post => post.applied)).toEqual([true])
  expect(errors).toEqual([])
})

test('a newer version of the library: every tab says that a reload is needed and offers it, and goes on with what it knows', async ({
  demo,
  device,
}) => {
  // The timeline reads the store on its own, and this tab would know before anybody pressed.
  await device.prepare(() =>
    customElements.define('leasehold-timeline', class extends HTMLElement {}),
  )
  const { one, two } = await openTwoTabs(demo, device)
  await raiseSchema(one.page, 1, 'Sync now')
  await expect(said(one.page)).toContainText('Not started: a newer version of this app is in use.')
  // Nobody wrote anything, so that nobody told: the other tab reads when somebody returns to it.
  await two.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  for (const { page } of [one, two])
    await expect(said(page)).toContainText('A newer version of this app is in use')
  await expect(newestRun(one.page)).toContainText('succeeded')
  const before = await runs(one.page).count()
  // What the reload brings has the newer library: here the record has the older form again.
  const loaded = one.page.waitForEvent('load')
  await raiseSchema(one.page, -1, 'Reload this page')
  await loaded
  await synced(one.page)
  await syncButton(one.page, 'Sync now').click()
  await expect.poll(() => runs(one.page).count()).toBeGreaterThan(before)
  await expect(newestRun(one.page)).toContainText('succeeded')
  expect([...one.errors, ...two.errors]).toEqual([])
})

/** Sets the clock of the page an hour back. */
function setClockBack(): void {
  const now = Date.now.bind(Date)
  Date.now = () => now() - 3_600_000
}

/** Lets no database open until `window.opens` is set. */
function refuseToOpen(): void {
  const opening = IDBFactory.prototype.open
  IDBFactory.prototype.open = function open(...given: [string, number?]) {
    if (!Reflect.has(window, 'opens'))
      throw new DOMException('refused by the test', 'SecurityError')
    return opening.apply(this, given)
  }
}

/**
 * Writes the record of the courses as a library would whose schema is so many versions newer, and presses
 * a button in the same moment: a page that has read it by then may show another one. Does not wait until
 * that is done: the press may reload the page, and nothing would be left to answer.
 */
function raiseSchema(page: Page, by: number, press: string): Promise<void> {
  return page.evaluate(
    ({ by: versions, press: label }) => {
      const opening = indexedDB.open('coursebook')
      opening.onsuccess = () => {
        const transaction = opening.result.transaction('leaseholdRecords', 'readwrite')
        const store = transaction.objectStore('leaseholdRecords')
        const key = 'record:ada|course_sync'
        const reading = store.get(key)
        reading.onsuccess = () => {
          const record = reading.result as { schemaVersion: number; version: number }
          const { schemaVersion, version } = record
          const raised = { schemaVersion: schemaVersion + versions, version: version + 1 }
          store.put({ ...record, ...raised }, key)
        }
        transaction.oncomplete = () => {
          opening.result.close()
          const buttons = [...document.querySelectorAll('leasehold-sync-button')].map(each =>
            each.shadowRoot?.querySelector('button'),
          )
          buttons.find(button => button?.textContent === label)?.click()
        }
      }
    },
    { by, press },
  )
}
