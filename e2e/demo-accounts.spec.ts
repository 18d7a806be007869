// Two accounts on one device: nothing of one is seen or written under the other.
import type { Page, Request } from '@playwright/test'
import { card, courseItems, signIn, syncButton, synced } from './lib/screen.ts'
import { expect, test } from './lib/test.ts'
import { openTwoTabs } from './lib/two-tabs.ts'

test.describe.configure({ timeout: 90_000 })

test('after a switch of accounts no tab shows the first user, and the edit stays with its maker', async ({
  demo,
  device,
}) => {
  const { one, two } = await openTwoTabs(demo, device)
  await demo.trouble({ account: 'ada', failAll: 500 })
  await one.page.getByRole('button', { name: 'Add course' }).click()
  await one.page.getByRole('textbox', { name: 'Title' }).fill('Only for Ada')
  await one.page.getByRole('button', { name: 'Save' }).click()
  for (const { page } of [one, two]) {
    await expect(card(page)).toContainText('Last sync failed')
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

test('a switch while the first user syncs: the answer that arrives later is not written', async ({
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

/** Writes down whatever of the first user is on screen while the second one is signed in. */
function watchForAda(): void {
  const seen: string[] = []
  Object.assign(window, { seen })
  const look = (): void => {
    const current = document.querySelector('[aria-pressed="true"]')?.textContent
    const text = document.body.innerText
    if (current === 'grace' && /Only for Ada|failed|not sent yet/.test(text)) seen.push(text)
  }
  new MutationObserver(look).observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
  })
}

/** The ids in an account's database, without their numbers. */
async function courseIds(page: Page, account: string): Promise<string[]> {
  const ids = await onCourses(page, account, 'getAllKeys')
  return (ids as string[]).map(id => id.replace(/-\d+$/, ''))
}

async function clearCourses(page: Page, account: string): Promise<void> {
  await onCourses(page, account, 'clear')
}

function onCourses(page: Page, account: string, what: 'getAllKeys' | 'clear'): Promise<unknown> {
  return page.evaluate(
    ({ name, method }) =>
      new Promise(resolve => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => {
          const db = opening.result
          const transaction = db.transaction('courses', 'readwrite')
          const courses = transaction.objectStore('courses')
          const request = method === 'clear' ? courses.clear() : courses.getAllKeys()
          transaction.oncomplete = () => {
            db.close()
            resolve(request.result)
          }
        }
      }),
    { name: `coursebook:${account}`, method: what },
  )
}
