// Two accounts on one device: nothing of one is seen or written under the other.
import type { Page, Request } from '@playwright/test'
import {
  card,
  courseItems,
  runsHere,
  said,
  signIn,
  syncButton,
  synced,
  tick,
} from './lib/screen.ts'
import { expect, test } from './lib/test.ts'
import { openTwoTabs } from './lib/two-tabs.ts'

test('C33 after a switch of accounts no tab shows the first user, and the edit stays with its maker', async ({
  demo,
  device,
}) => {
  const { one, two } = await openTwoTabs(demo, device)
  await demo.trouble({ account: 'ada', failAll: 500 })
  await one.page.getByRole('button', { name: 'Add course' }).click()
  await one.page.getByRole('textbox', { name: 'Title' }).fill('Only for Ada')
  await one.page.getByRole('button', { name: 'Save' }).click()
  for (const { page } of [one, two]) {
    await expect(said(page)).toContainText('Last sync failed')
    await expect(card(page)).toContainText('1 edit not sent yet')
    await page.evaluate(watchForAda)
  }

  await two.page.getByRole('button', { name: 'Switch to grace' }).click()
  for (const { page } of [one, two]) {
    await expect(page.getByRole('button', { name: 'Signed in as grace' })).toBeVisible()
    await synced(page)
    await expect(courseItems(page)).toHaveCount(60)
    expect(await page.evaluate(() => Reflect.get(window, 'seen') as unknown)).toEqual([])
    expect(await courseIds(page, 'grace')).toEqual(Array(60).fill('grace-course'))
  }
  const grace = await demo.state('grace')
  expect(grace.edits).toEqual({})

  await demo.trouble({ account: 'ada', failAll: null })
  await one.page.getByRole('button', { name: 'Switch to ada' }).click()
  for (const { page } of [one, two]) {
    await expect(page.getByRole('button', { name: 'Signed in as ada' })).toBeVisible()
    await synced(page)
    await expect(courseItems(page).filter({ hasText: 'Only for Ada' })).toBeVisible()
  }
  const ada = await demo.state('ada')
  expect(Object.values(ada.edits)).toEqual([1])
})

test('C30 a switch while the first user syncs: the answer that arrives later is not written', async ({
  demo,
  device,
}) => {
  const { page } = await device.open(demo.url)
  await signIn(page, 'ada')
  // Nothing of hers is left on the device: what is written later shows.
  await clearCourses(page, 'ada')
  await demo.reset()
  await demo.trouble({ account: 'ada', delayMs: 3_000 })
  const isAdas = (request: Request) => request.url().includes('/api/courses/')
  const asked = page.waitForEvent('request', isAdas)
  const over = Promise.race([
    page.waitForEvent('requestfailed', isAdas),
    page.waitForEvent('requestfinished', isAdas),
  ])
  await syncButton(page, 'Sync now').click()
  await asked
  await expect.poll(async () => (await demo.log('GET')).length).toBe(1)
  await page.getByRole('button', { name: 'Switch to grace' }).click()
  await synced(page)
  await expect(courseItems(page)).toHaveCount(60)

  // Given up by the page, or answered: whatever would be written of it has begun before one more request.
  expect(await over).toBe(await asked)
  await page.evaluate(() => fetch('/api/log').then(response => response.text()))
  expect(await courseIds(page, 'ada')).toEqual([])
  const hers = (await demo.log('GET')).filter(({ account }) => account === 'ada')
  expect(hers).toHaveLength(1)
  await expect(page.getByRole('list', { name: 'Runs of courses' })).not.toContainText('manual')
})

test('C30 a switch in one tab while the other is in the middle of a push: its edit is applied once, under its maker', async ({
  demo,
  device,
}) => {
  const { one, two } = await openTwoTabs(demo, device)
  await demo.trouble({ account: 'ada', holdAfterApply: true })
  await tick(one.page, 'Drawing 9')
  await expect.poll(async () => (await demo.log('POST')).map(post => post.applied)).toEqual([true])
  await expect(syncButton(one.page, /pushing/)).toBeVisible()
  const pusher = (await runsHere(one.page)) ? one : two
  const switcher = pusher === one ? two : one

  await switcher.page.getByRole('button', { name: 'Switch to grace' }).click()
  for (const { page } of [one, two])
    await expect(page.getByRole('button', { name: 'Signed in as grace' })).toBeVisible()
  await demo.trouble({ account: 'ada', holdAfterApply: null })
  for (const { page } of [one, two]) {
    await synced(page)
    expect(await courseIds(page, 'grace')).toEqual(Array(60).fill('grace-course'))
  }
  expect((await demo.state('grace')).edits).toEqual({})
  // What became of the answer was not written: the edit is still hers, and still to be sent.
  expect(await outboxOwners(pusher.page)).toEqual(['ada'])

  await switcher.page.getByRole('button', { name: 'Switch to ada' }).click()
  await expect(pusher.page.getByRole('button', { name: 'Signed in as ada' })).toBeVisible()
  await synced(pusher.page)
  expect(await outboxOwners(pusher.page)).toEqual([])
  expect(Object.values((await demo.state('ada')).edits)).toEqual([1])
  const posts = await demo.log('POST')
  expect(posts.map(({ account }) => account)).toEqual(['ada', 'ada'])
  expect(posts.map(({ replay }) => replay)).toEqual([false, true])
})

test('an account that is forgotten leaves nothing on this device, in the middle of a run too, and the other one keeps everything', async ({
  demo,
  device,
}) => {
  const { one, two } = await openTwoTabs(demo, device)
  await one.page.getByRole('button', { name: 'Switch to grace' }).click()
  for (const { page } of [one, two]) {
    await expect(page.getByRole('button', { name: 'Signed in as grace' })).toBeVisible()
    await synced(page)
  }
  await one.page.getByRole('button', { name: 'Switch to ada' }).click()
  await expect(two.page.getByRole('button', { name: 'Signed in as ada' })).toBeVisible()
  for (const { page } of [one, two]) await synced(page)
  await demo.trouble({ account: 'ada', holdAfterApply: true })
  await tick(one.page, 'Drawing 9')
  await expect.poll(async () => (await demo.log('POST')).length).toBe(1)

  two.page.once('dialog', dialog => void dialog.accept())
  await two.page.getByRole('button', { name: 'Forget ada on this device' }).click()
  for (const { page } of [one, two])
    await expect(page.getByRole('button', { name: 'Sign in as ada' })).toBeVisible()
  await demo.trouble({ account: 'ada', holdAfterApply: null })
  for (const table of ['courses', 'messages', 'outbox'])
    await expect.poll(() => rowsOf(two.page, table, 'ada')).toEqual([])
  for (const table of ['leaseholdRecords', 'leaseholdHistory'])
    expect(JSON.stringify(await rowsOf(two.page, table))).not.toContain('ada')
  expect(await courseIds(two.page, 'grace')).toEqual(Array(60).fill('grace-course'))

  // Whoever comes back starts from nothing, under higher fences, and sends nothing twice.
  const before = (await demo.log('GET')).length
  await signIn(one.page, 'ada')
  await expect(courseItems(one.page)).toHaveCount(60)
  const pulled = (await demo.log('GET')).slice(before)
  expect(pulled[0]?.cursor).toBeNull()
  const fences = (await demo.log('GET')).map(({ fence }) => fence ?? 0)
  expect(Math.min(...pulled.map(({ fence }) => fence ?? 0))).toBeGreaterThan(
    Math.max(...fences.slice(0, before)),
  )
  expect(Object.values((await demo.state('ada')).edits)).toEqual([1])
  expect([...one.errors, ...two.errors]).toEqual([])
})

test('a server that is silent keeps nobody out, and who was chosen last is signed in, whatever it answers later', async ({
  demo,
  device,
}) => {
  const { page } = await device.open(demo.url)
  const silent: (() => Promise<void>)[] = []
  await page.route('**/api/session', async route => {
    if (route.request().postData()?.includes('grace')) return route.continue()
    silent.push(() => route.fulfill({ json: {} }).catch(() => undefined))
  })
  await page.getByRole('button', { name: 'Sign in as ada' }).click()
  await expect.poll(() => silent.length).toBe(1)
  await page.getByRole('button', { name: 'Sign in as grace' }).click()
  await expect(page.getByRole('button', { name: 'Signed in as grace' })).toBeVisible()
  await silent.pop()?.()
  await synced(page)
  await expect(page.getByRole('button', { name: 'Signed in as grace' })).toBeVisible()

  await page.getByRole('button', { name: 'Switch to ada' }).click()
  await expect(page.getByRole('button', { name: 'Signed in as ada' })).toBeVisible()
  expect(silent).toHaveLength(1)
  await synced(page)
})

/** Writes down whatever of the first user is on screen while the second one is signed in. */
function watchForAda(): void {
  const seen: string[] = []
  Object.assign(window, { seen })
  const look = (): void => {
    const current = document.querySelector('[aria-pressed="true"]')?.textContent
    const buttons = [...document.querySelectorAll('leasehold-sync-button')]
    const said = buttons.map(each => each.shadowRoot?.querySelector('.frame')?.textContent)
    const text = [document.body.innerText, ...said].join('\n')
    if (current === 'grace' && /Only for Ada|failed|not sent yet/.test(text)) seen.push(text)
  }
  new MutationObserver(look).observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
  })
}

/** The ids of an account's courses on this device, without their numbers. */
async function courseIds(page: Page, account: string): Promise<string[]> {
  const own = await rowsOf(page, 'courses', account)
  return own.map(row => String(row['id']).replace(/-\d+$/, ''))
}

/** Whose edits wait in the outbox of this device. */
async function outboxOwners(page: Page): Promise<unknown[]> {
  return (await rowsOf(page, 'outbox')).map(row => row['account'])
}

test('a tab that hears late that its own person is signed in shows the same screen', async ({
  demo,
  device,
}) => {
  const { page } = await device.open(`${demo.url}/?ttl=1500#tour`)
  await signIn(page, 'ada')
  const step = page.locator('.step').nth(1)
  await step.getByRole('button', { name: 'Sync, and crash' }).click()
  await expect(step).toContainText('Open a second tab first')
  // As it comes from a document that has gone already.
  await page.evaluate(() =>
    dispatchEvent(new StorageEvent('storage', { key: 'coursebook:account' })),
  )
  await synced(page)
  await expect(step).toContainText('Open a second tab first')
})

/** The rows of a table, or those of one account. */
function rowsOf(page: Page, table: string, account?: string): Promise<Record<string, unknown>[]> {
  return page.evaluate(
    ({ store, owner }) =>
      new Promise(resolve => {
        const opening = indexedDB.open('coursebook')
        opening.onsuccess = () => {
          const db = opening.result
          const request = db.transaction(store).objectStore(store).getAll()
          request.onsuccess = () => {
            db.close()
            const rows = request.result as Record<string, unknown>[]
            resolve(rows.filter(row => owner === undefined || row['account'] === owner))
          }
        }
      }),
    { store: table, owner: account },
  )
}

/** Takes an account's courses from this device. */
function clearCourses(page: Page, account: string): Promise<void> {
  return page.evaluate(
    owner =>
      new Promise(resolve => {
        const opening = indexedDB.open('coursebook')
        opening.onsuccess = () => {
          const db = opening.result
          const transaction = db.transaction('courses', 'readwrite')
          transaction.objectStore('courses').delete(IDBKeyRange.bound([owner], [owner, []]))
          transaction.oncomplete = () => {
            db.close()
            resolve()
          }
        }
      }),
    account,
  )
}

test('signed out behind the back of two tabs: a sign-in in one of them is one in the other, too', async ({
  demo,
  device,
}) => {
  const { one, two } = await openTwoTabs(demo, device)
  await one.page.evaluate(signOutUnheard)
  for (const { page } of [one, two]) {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(said(page)).toContainText('Signed out')
  }
  await syncButton(one.page, 'Sign in again').click()
  for (const { page } of [one, two]) await synced(page)
})

/** As by a tab that dies before it tells. */
function signOutUnheard(): Promise<void> {
  return new Promise(resolve => {
    const opening = indexedDB.open('coursebook')
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('leaseholdRecords', 'readwrite')
      const store = transaction.objectStore('leaseholdRecords')
      const reading = store.get('user:ada')
      reading.onsuccess = () => {
        const user = reading.result as { epoch: number; version: number }
        const { epoch, version } = user
        store.put({ ...user, signedIn: false, epoch: epoch + 1, version: version + 1 }, 'user:ada')
      }
      transaction.oncomplete = () => {
        opening.result.close()
        resolve()
      }
    }
  })
}
