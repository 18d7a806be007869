// The server fails: the button says when it is tried again, and lets a person try at once.
import { newestRun, runs, said, signIn, syncButton, synced } from './lib/screen.ts'
import { expect, test } from './lib/test.ts'
import { openTwoTabs } from './lib/two-tabs.ts'

test('a failing server: every tab shows when it is tried again, and "Retry now" works', async ({
  demo,
  device,
}) => {
  const { one, two } = await openTwoTabs(demo, device)
  await expect(newestRun(one.page)).toContainText('succeeded')
  const before = await runs(one.page).count()
  await demo.trouble({ failNext: { status: 503, count: 1, retryAfterS: 3600 } })
  await syncButton(one.page, 'Sync now').click()
  for (const { page } of [one, two]) {
    await expect(said(page)).toContainText(
      // In the last hour of a day the retry is tomorrow's, and says so.
      /Last sync failed · the server asks to wait · retry at (\d+ \w+, )?\d{1,2}:\d\d/,
    )
    await expect(said(page)).toContainText('the server answered 503')
  }

  await syncButton(two.page, 'Retry now').click()
  for (const { page } of [one, two]) {
    await synced(page)
    await expect(runs(page)).toHaveCount(before + 1)
    await expect(newestRun(page)).toContainText('succeeded')
  }
})

test('"Fail 3 × with 500" is followed by the ordinary retry, for which the server asks nothing', async ({
  demo,
  device,
}) => {
  const { page } = await device.open(demo.url)
  await signIn(page, 'ada')
  await page.getByRole('link', { name: 'Trouble' }).click()
  await page.getByRole('button', { name: 'Fail 3 × with 500' }).click()
  await expect(page.getByText('The next 3 requests fail with 500.')).toBeVisible()
  await syncButton(page, 'Sync now').click()
  await expect(said(page)).toContainText(/Last sync failed · retry at/)
  await expect(said(page)).toContainText('the server answered 500')
})

test('C26 an expired session: nothing is asked again until somebody signs in', async ({
  demo,
  device,
}) => {
  const { page } = await device.open(demo.url)
  await signIn(page, 'ada')
  await expect(newestRun(page)).toContainText('succeeded')
  const before = await runs(page).count()
  await demo.trouble({ expireSession: 'ada' })
  await syncButton(page, 'Sync now').click()
  await expect(said(page)).toContainText('the server asks for a new sign-in')
  const refused = async () =>
    (await demo.log('GET')).filter(request => request.status === 401).length
  // What wakes other waits up does not wake this one.
  await device.context.setOffline(true)
  await device.context.setOffline(false)
  await page.reload()
  await expect(said(page)).toContainText('the server asks for a new sign-in')
  expect(await refused()).toBe(1)

  await syncButton(page, 'Sign in again').click()
  await synced(page)
  await expect(runs(page)).toHaveCount(before + 1)
  await expect(newestRun(page)).toContainText('succeeded')
  expect(await refused()).toBe(1)
})
