// How every screen of the demo looks: to axe, to somebody with a keyboard, and beside the picture that is kept of it.
import type { Page } from '@playwright/test'
import type { Demo } from './lib/demo.ts'
import { axeFaults, expectPicture, lookAt, looks, skipUnlessDrawnAlike } from './lib/look.ts'
import { card, courseItems, newestRun, syncButton, synced } from './lib/screen.ts'
import { standStill } from './lib/stand-still.ts'
import { expect, test } from './lib/test.ts'

const places = ['Courses', 'Messages', 'Activity', 'Trouble', 'Tour'] as const

/** Long after the rows of the demo were made. */
const now = Date.UTC(2026, 2, 2, 14, 3)

/** A screen whose times stand still; whoever signs in finds everything synced. */
async function openStill(page: Page, demo: Demo): Promise<void> {
  await standStill(page, now)
  await page.goto(`${demo.url}/?ttl=10000`)
}

async function enter(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in as ada' }).click()
  await synced(page)
  await expect(courseItems(page)).toHaveCount(60)
}

async function go(page: Page, place: string): Promise<void> {
  const link = page.getByRole('link', { name: place, exact: true })
  await link.click()
  // The click is over before the page has followed it.
  await expect(link).toHaveAttribute('aria-current', 'page')
}

/** Leaves out what is another one each time: durations, names of tabs, in which order things came; and most of the rows. */
async function hideChance(page: Page): Promise<void> {
  await page.addStyleTag({
    content: `.run-took, .run :is(.facts, .faint), .history > :is(h4, .recent), .log tbody, .timeline,
      .rows > :nth-child(n + 9) { display: none !important }`,
  })
}

test('axe finds nothing on any screen, at both widths and in both schemes', async ({
  demo,
  device,
}) => {
  const page = await device.context.newPage()
  await page.goto(`${demo.url}/?ttl=10000`)
  for (const look of looks) {
    await lookAt(page, look)
    expect(await axeFaults(page), `welcome, ${look.name}`).toEqual([])
  }
  await enter(page)
  await page.locator('.new-version').evaluate(bar => bar.removeAttribute('hidden'))
  for (const look of looks) {
    await lookAt(page, look)
    for (const place of places) {
      await go(page, place)
      expect(await axeFaults(page), `${place}, ${look.name}`).toEqual([])
    }
    await go(page, 'Courses')
    await page.getByRole('button', { name: 'Add course' }).click()
    expect(await axeFaults(page), `the form, ${look.name}`).toEqual([])
    await page.getByRole('button', { name: 'Close' }).click()
    await go(page, 'Activity')
    await page.getByRole('button', { name: 'Inspector' }).click()
    await expect(page.getByRole('tab', { name: 'Keys' })).toBeVisible()
    expect(await axeFaults(page), `the inspector, ${look.name}`).toEqual([])
    await page.getByRole('button', { name: 'Close' }).click()
  }
})

test('the keyboard alone signs in, goes to every place, opens and leaves a form, and starts a sync', async ({
  demo,
  device,
}) => {
  const { page } = await device.open(demo.url)
  /** Tabs until what has the focus is called so. */
  const reach = async (name: string | RegExp, role: 'button' | 'link' | 'switch' = 'button') => {
    const wanted = page.getByRole(role, { name, exact: true }).and(page.locator(':focus'))
    for (let presses = 0; presses < 200; presses++) {
      if ((await wanted.count()) > 0) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`${role} ${name} is not reached by the keyboard`)
  }
  await page.getByRole('button', { name: 'Sign in as ada' }).waitFor()
  await reach('Sign in as ada')
  await page.keyboard.press('Enter')
  await synced(page)
  await reach('Sync now')
  await page.keyboard.press('Space')
  await expect(newestRun(page)).toContainText('started by manual')
  await reach('Add course')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Add course' })).toBeFocused()
  for (const [place, inside, role] of [
    ['Trouble', 'Slow server', 'switch'],
    ['Tour', 'Start the tour', 'button'],
  ] as const) {
    await reach(place, 'link')
    await page.keyboard.press('Enter')
    const part = page.getByRole(role, { name: new RegExp(`^${inside}`) })
    await expect(part).toBeEnabled()
    await reach(new RegExp(`^${inside}`), role)
  }
  await reach('Activity', 'link')
  await page.keyboard.press('Enter')
  await reach('Inspector')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Keys' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tab', { name: 'Keys' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Inspector' })).toBeFocused()
})

test('whoever goes by keyboard keeps their place: where a button goes, the next one has the focus', async ({
  demo,
  device,
}) => {
  const { page } = await device.open(demo.url)
  const focused = (name: string | RegExp) =>
    expect(
      page.getByRole('button', { name, exact: true }).and(page.locator(':focus')),
    ).toBeVisible()
  await page.getByRole('button', { name: 'Sign in as ada' }).press('Enter')
  await focused('Signed in as ada')
  await page.getByRole('button', { name: 'Switch to grace' }).press('Enter')
  await focused('Signed in as grace')
  await synced(page)
  await card(page).getByRole('button', { name: 'Pause' }).press('Enter')
  await focused('Resume')
  await page.keyboard.press('Enter')
  await focused('Sync now')
  await synced(page)

  await demo.trouble({ expireSession: 'grace' })
  await syncButton(page, 'Sync now').press('Enter')
  await focused('Sign in again')
  await page.keyboard.press('Enter')
  await focused('Sync now')
  await page.getByRole('button', { name: 'Sign out' }).press('Enter')
  await focused('Sign in as ada')
})

test('Escape leaves a question of the inspector, and only then the inspector', async ({
  demo,
  device,
}) => {
  const { page } = await device.open(demo.url)
  await enter(page)
  await go(page, 'Activity')
  await page.getByRole('button', { name: 'Inspector' }).click()
  await page.getByRole('row').filter({ hasText: 'course_sync' }).click()
  await page.getByRole('button', { name: 'Pause…' }).click()
  const question = page.getByRole('button', { name: 'Pause the key' })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page.getByRole('tab', { name: 'Keys' })).toBeVisible()
  await page.getByRole('tab', { name: 'Keys' }).press('Escape')
  await expect(page.getByRole('tab', { name: 'Keys' })).toBeHidden()
})

test('nothing moves for whoever asked for less of it', async ({ demo, device }) => {
  const page = await device.context.newPage()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(demo.url)
  await demo.trouble({ delayMs: 1_000 })
  await page.getByRole('button', { name: 'Sign in as ada' }).click()
  await expect(card(page).getByRole('progressbar')).toBeVisible()
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
})

test('every screen looks as in its picture, at both widths and in both schemes', async ({
  demo,
  device,
}) => {
  const page = await device.context.newPage()
  await skipUnlessDrawnAlike(page)
  await openStill(page, demo)
  for (const look of looks) {
    await lookAt(page, look)
    await expectPicture(page, `demo-welcome-${look.name}`)
  }
  await enter(page)
  await hideChance(page)
  for (const look of looks) {
    await lookAt(page, look)
    for (const place of places) {
      await go(page, place)
      if (place === 'Trouble') await expect(page.getByRole('switch').first()).toBeEnabled()
      await expectPicture(page, `demo-${place.toLowerCase()}-${look.name}`)
    }
  }
})
