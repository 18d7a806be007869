// On a phone everything fits: nothing is cut off, and no page scrolls sideways.
import { card, signIn, synced } from './lib/screen.ts'
import { expect, test } from './lib/test.ts'

const widths = [320, 360, 390, 412]

test(`every place fits a screen that is ${widths.join(', ')} pixels wide, and the navigation stands on it`, async ({
  demo,
  device,
}) => {
  const { page } = await device.open(demo.url)
  const session = await device.context.newCDPSession(page)
  /** As on a phone, where the page is laid out as wide as its widest part. */
  const turnInto = (width: number) =>
    session.send('Emulation.setDeviceMetricsOverride', {
      width,
      height: 844,
      deviceScaleFactor: 2,
      mobile: true,
    })
  const measured = () =>
    page.evaluate(() => ({
      inner: innerWidth,
      scroll: document.documentElement.scrollWidth,
      height: innerHeight,
    }))
  const fits = (width: number) => ({ inner: width, scroll: width, height: 844 })

  await turnInto(320)
  await expect(page.getByRole('button', { name: 'Sign in as grace' })).toBeVisible()
  expect(await measured()).toEqual(fits(320))
  // The longer of the names.
  await page.getByRole('button', { name: 'Sign in as grace' }).click()
  await synced(page)
  for (const width of widths) {
    await turnInto(width)
    for (const place of ['Messages', 'Activity', 'Trouble', 'Courses']) {
      const link = page.getByRole('link', { name: place })
      await link.click()
      await expect(link).toHaveAttribute('aria-current', 'page')
      expect(await measured(), `${place} at ${width}`).toEqual(fits(width))
      for (const part of [link, page.getByRole('button', { name: 'Forget grace on this device' })])
        await expect(part).toBeInViewport({ ratio: 1 })
    }
  }
})

test('the tour keeps the card in sight; on a low screen, as under a zoom of 200 %, its steps get the room', async ({
  demo,
  device,
}) => {
  const { page } = await device.open(`${demo.url}/?ttl=4000#tour`)
  await page.setViewportSize({ width: 640, height: 800 })
  await signIn(page, 'ada')
  const last = page.getByRole('button', { name: 'Change the account' })
  await last.scrollIntoViewIfNeeded()
  await expect(card(page)).toBeInViewport()
  await page.setViewportSize({ width: 640, height: 400 })
  await last.scrollIntoViewIfNeeded()
  await expect(card(page)).not.toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(640)
})

test('a phone shows the first step of the tour at once, and the navigation beside the inspector', async ({
  demo,
  device,
}) => {
  const { page } = await device.open(`${demo.url}/?ttl=4000#tour`)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'ada')
  await expect(page.getByText('Not seen yet').first()).toBeInViewport({ ratio: 1 })
  const timeline = page.getByRole('region', { name: 'Timeline of runs' })
  await expect(timeline).toBeHidden()
  await page.getByText('Timeline of all tabs').click()
  await expect(timeline).toBeVisible()
  await page.getByRole('link', { name: 'Activity' }).click()
  await page.getByRole('button', { name: 'Inspector' }).click()
  await expect(page.getByRole('tab', { name: 'Keys' })).toBeVisible()
  await page.getByRole('link', { name: 'Courses' }).click()
  await expect(page.getByRole('heading', { name: 'Courses' }).first()).toBeVisible()
})
