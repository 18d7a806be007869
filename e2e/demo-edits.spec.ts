// Edits are made offline, in any tab, and reach the server once.
import type { Page } from '@playwright/test'
import { card, courseItems, said, signIn, syncButton, synced, tick } from './lib/screen.ts'
import { holdRequest } from './lib/hold.ts'
import { expect, test } from './lib/test.ts'
import { openTwoTabs } from './lib/two-tabs.ts'

test('C25 edits made offline in two tabs are pushed once each when the network is back', async ({
  demo,
  device,
}) => {
  const { one, two } = await openTwoTabs(demo, device)

  await device.context.setOffline(true)
  await tick(one.page, 'Drawing 9')
  await tick(two.page, 'Ceramics 9')
  await addCourse(two.page, 'Knots 1')
  for (const { page } of [one, two]) {
    await expect(card(page)).toContainText('3 edits not sent yet')
    await expect(said(page)).toContainText('Sync is deferred · offline')
    await expect(courseItems(page).filter({ hasText: 'Knots 1' })).toBeVisible()
  }
  expect(await demo.log('POST')).toEqual([])

  await device.context.setOffline(false)
  for (const { page } of [one, two]) await synced(page)
  const posts = await demo.log('POST')
  expect(posts.map(post => post.applied)).toEqual([true, true, true])
  expect(new Set(posts.map(post => post.editId)).size).toBe(3)
  const { edits, courses } = await demo.state('ada')
  expect(Object.values(edits)).toEqual([1, 1, 1])
  const done = courses.filter(course => course.done).map(course => course.title)
  expect(done).toEqual(expect.arrayContaining(['Drawing 9', 'Ceramics 9']))
  expect(courses.map(course => course.title)).toContain('Knots 1')
})

test('a pull does not put the older row of the server over an edit that waits', async ({
  demo,
  device,
}) => {
  const { page } = await device.open(demo.url)
  await signIn(page, 'ada')
  await device.context.setOffline(true)
  await tick(page, 'Drawing 9')
  // A reset makes the next pull bring every row again.
  await demo.reset()
  const held = await holdRequest(page, 'POST', 1)
  await device.context.setOffline(false)
  await held.arrived
  await expect(syncButton(page, /^Syncing · pushing/)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Drawing 9 is done' })).toBeChecked()
  await held.release()
  await synced(page)

  await expect(page.getByRole('checkbox', { name: 'Drawing 9 is done' })).toBeChecked()
  const { courses } = await demo.state('ada')
  expect(courses.find(course => course.title === 'Drawing 9')?.done).toBe(true)
})

test('after a reset of the server a sync replaces what the device has, but for edits that were not sent', async ({
  demo,
  device,
}) => {
  const { one, two } = await openTwoTabs(demo, device)
  const { page } = one
  await addCourse(page, 'Knots 1')
  await tick(page, 'Drawing 9')
  await expect
    .poll(async () => (await demo.state('ada')).courses)
    .toEqual(
      expect.arrayContaining([
        expect.objectContaining({ title: 'Knots 1' }),
        expect.objectContaining({ title: 'Drawing 9', done: true }),
      ]),
    )
  for (const tab of [one, two]) await synced(tab.page)

  await page.getByRole('link', { name: 'Trouble' }).click()
  const slow = page.getByRole('switch', { name: 'Slow server' })
  await slow.check()
  await page.getByRole('button', { name: 'Reset the server' }).click()
  await expect(page.getByText('Its data is back at the start')).toBeVisible()
  await expect(slow).toBeChecked()
  await slow.uncheck()
  await device.context.setOffline(true)
  await addCourse(page, 'Knots 2')
  await tick(page, 'Ceramics 9')
  await device.context.setOffline(false)

  for (const tab of [one, two]) {
    await synced(tab.page)
    await expect(courseItems(tab.page).filter({ hasText: 'Knots 1' })).toHaveCount(0)
    await expect(courseItems(tab.page).filter({ hasText: 'Knots 2' })).toHaveCount(1)
    await expect(courseItems(tab.page)).toHaveCount(61)
    await expect(tab.page.getByRole('checkbox', { name: 'Drawing 9 is done' })).not.toBeChecked()
    await expect(tab.page.getByRole('checkbox', { name: 'Ceramics 9 is done' })).toBeChecked()
  }
  const { courses } = await demo.state('ada')
  expect(courses.filter(course => course.title.startsWith('Knots'))).toMatchObject([
    { title: 'Knots 2' },
  ])
})

async function addCourse(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Add course' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('button', { name: 'Save' }).click()
}
