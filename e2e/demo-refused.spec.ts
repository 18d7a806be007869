// The server refuses an edit for good: the edits behind it go on, and a person may give it up.
import { card, signIn, synced, tick } from './lib/screen.ts'
import { expect, test } from './lib/test.ts'

test('an edit that is refused for good is named, blocks none of those behind it, and can be discarded', async ({
  demo,
  device,
}) => {
  const { page } = await device.open(demo.url)
  await signIn(page, 'ada')
  await device.context.setOffline(true)
  await tick(page, 'Drawing 9')
  await tick(page, 'Ceramics 9')
  let pushes = 0
  await page.route(/\/api\/courses\/edits/, route =>
    ++pushes === 1
      ? route.fulfill({ status: 422, json: { error: 'refused', message: 'no more drawing' } })
      : route.continue(),
  )
  await device.context.setOffline(false)
  await synced(page)
  await expect(card(page)).toContainText('1 edit was refused for good')
  await expect(card(page)).toContainText('no more drawing')
  expect(pushes).toBe(2)
  const done = async (): Promise<readonly string[]> =>
    (await demo.state('ada')).courses.filter(course => course.done).map(course => course.title)
  expect(await done()).toContain('Ceramics 9')
  expect(await done()).not.toContain('Drawing 9')

  await card(page).getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('checkbox', { name: 'Drawing 9 is done' })).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Ceramics 9 is done' })).toBeChecked()
  await expect(card(page)).not.toContainText('refused for good')
  expect(pushes).toBe(2)
})
