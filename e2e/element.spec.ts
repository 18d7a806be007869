// The sync button, as a person sees and uses it: every state in both schemes and at both widths, and a registry at work.
import type { Page } from '@playwright/test'
import { now } from '../test/element/states.ts'
import { axeFaults, expectPicture, lookAt, looks, skipUnlessDrawnAlike } from './lib/look.ts'
import { standStill } from './lib/stand-still.ts'
import { expect, test } from './lib/test.ts'

/** Opens the page, at the time of the states, with a button for each. */
async function openAll(page: Page, url: string): Promise<void> {
  await standStill(page, now)
  await page.goto(`${url}/element.html`)
  await page.evaluate(() => window.element.showAll())
}

test('in every state, at both widths and in both schemes, the button looks as in its picture', async ({
  pages,
  device,
}) => {
  const page = await device.context.newPage()
  await skipUnlessDrawnAlike(page)
  await openAll(page, pages.url)
  for (const look of looks) {
    await lookAt(page, look)
    await expectPicture(page, `sync-button-${look.name}`)
  }
})

test('axe finds nothing in any state or look, and on a phone nothing is cut off or too small to be hit', async ({
  pages,
  device,
}) => {
  const page = await device.context.newPage()
  await openAll(page, pages.url)
  for (const look of looks) {
    await lookAt(page, look)
    expect(await axeFaults(page), look.name).toEqual([])
  }
  const sizes = () =>
    page.getByRole('button').evaluateAll(buttons =>
      buttons.map(button => {
        const { left, right, height } = button.getBoundingClientRect()
        return { left, right, height, inner: innerWidth }
      }),
    )
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const wrong = (await sizes()).filter(
      ({ left, right, height, inner }) => left < 0 || right > inner || height < 44,
    )
    expect(wrong, `at ${width}`).toEqual([])
  }
})

test('in forced colours the bar keeps one that is seen, and nothing turns where motion is reduced', async ({
  pages,
  device,
}) => {
  const page = await device.context.newPage()
  await openAll(page, pages.url)
  const style = (selector: string) =>
    page.locator(`#running-here ${selector}`).evaluate(element => {
      const { backgroundColor, animationName } = getComputedStyle(element)
      return { backgroundColor, animationName }
    })
  expect((await style('.icon')).animationName).toBe('turn')
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  const highlight = await page.evaluate(() => {
    document.body.style.backgroundColor = 'Highlight'
    return getComputedStyle(document.body).backgroundColor
  })
  expect((await style('.progress-fill')).backgroundColor).toBe(highlight)
  expect((await style('.icon')).animationName).toBe('none')
})

test('two tabs: a press in one runs once, both say so, and the other one cancels it by keyboard', async ({
  pages,
  device,
}) => {
  const url = `${pages.url}/element.html`
  const [one, two] = [(await device.open(url)).page, (await device.open(url)).page]
  for (const page of [one, two]) {
    await page.evaluate(() => window.element.work())
    await expect(page.getByRole('button', { name: 'Sync now' })).toBeVisible()
  }
  await one.getByRole('button', { name: 'Sync now' }).dblclick()
  const already = /^Already syncing · pulling · since \d{1,2}:\d\d/
  for (const page of [one, two])
    await expect(page.getByRole('button', { name: already })).toBeVisible()
  await expect(one.getByText('Syncing in this tab').first()).toBeVisible()
  await expect(two.getByText('Syncing in another tab')).toBeVisible()

  await two.bringToFront()
  await two.keyboard.press('Tab')
  await expect(two.getByRole('button', { name: already })).toBeFocused()
  await two.keyboard.press('Enter')
  await expect(two.getByText('This sync is under way already.').first()).toBeVisible()
  await two.keyboard.press('Tab')
  await expect(two.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await two.keyboard.press('Enter')
  for (const page of [one, two]) await expect(page.getByText(/^Cancelled at/).first()).toBeVisible()
  await expect(two.getByRole('button', { name: 'Sync now' })).toBeFocused()

  await two.keyboard.press('Space')
  await expect(one.getByRole('button', { name: already })).toBeVisible()
  await one.evaluate(() => window.element.release())
  for (const page of [one, two]) await expect(page.getByText(/^Last success/).first()).toBeVisible()
})
