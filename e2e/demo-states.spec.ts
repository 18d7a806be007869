// What stands in the way of a sync is said in every tab, with the way out of it.
import { occupyStore } from './lib/occupy.ts'
import { card, newestRun, said, signIn, syncButton, synced, tick } from './lib/screen.ts'
import { expect, test } from './lib/test.ts'
import { openTwoTabs } from './lib/two-tabs.ts'

test('paused in one tab: every tab says so, an edit waits, and resumed in another tab it is sent once', async ({
  demo,
  device,
}) => {
  const { one, two } = await openTwoTabs(demo, device)
  await card(one.page).getByRole('button', { name: 'Pause' }).click()
  for (const { page } of [one, two]) {
    await expect(said(page)).toContainText('Sync is paused')
    await expect(syncButton(page, 'Resume')).toBeVisible()
  }
  await tick(one.page, 'Drawing 9')
  for (const { page } of [one, two]) await expect(card(page)).toContainText('not sent yet')
  await expect(syncButton(one.page, 'Resume')).toBeVisible()
  expect(await demo.log('POST')).toEqual([])

  await syncButton(two.page, 'Resume').click()
  for (const { page } of [one, two]) await synced(page)
  expect((await demo.log('POST')).map(post => post.applied)).toEqual([true])
})

test('C46 storage that another transaction holds: the tab says that it is busy, and goes on when it is free', async ({
  demo,
  device,
}) => {
  const { one, two } = await openTwoTabs(demo, device)
  const release = await occupyStore(one.page, 'coursebook')
  await syncButton(two.page, 'Sync now').click()
  await expect(said(two.page)).toContainText('storage of this browser is busy')
  const faults: string[] = []
  two.page.on('pageerror', error => faults.push(error.message))
  await card(two.page).getByRole('button', { name: 'Pause' }).click()
  await expect(card(two.page)).toContainText('The storage of this browser does not answer')
  expect(faults).toEqual([])
  await release()
  // What was pressed counts: it is paused now, until somebody resumes.
  await syncButton(two.page, 'Resume').click()
  await expect(newestRun(two.page)).toContainText('started by manual')
  await expect(newestRun(two.page)).toContainText('succeeded')
  for (const { page } of [one, two]) {
    await synced(page)
    await expect(said(page)).not.toContainText('storage of this browser is busy')
  }
})

test('a switch of the server is neither on nor off until the server has answered', async ({
  demo,
  device,
}) => {
  const { page } = await device.open(demo.url)
  await signIn(page, 'ada')
  await demo.trouble({ delayMs: 10 })
  let release: () => void = () => undefined
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/api/trouble', async route => {
    await released
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/trouble')
  await page.getByRole('link', { name: 'Trouble' }).click()
  await asked
  const slow = page.getByRole('switch', { name: 'Slow server' })
  await expect(slow).toBeDisabled()
  release()
  await expect(slow).toBeEnabled()
  await expect(slow).toBeChecked()
})
