// The tour of failures: a visitor presses its buttons, and each step gets its tick from what happens.
import type { Locator, Page } from '@playwright/test'
import { card, said, signIn, syncButton, synced } from './lib/screen.ts'
import { expect, test } from './lib/test.ts'

/** The step of that number, from 1. */
function step(page: Page, number: number): Locator {
  return page.locator('.step').nth(number - 1)
}

/** As Activity has it, which is not on the screen beside the tour. */
function newestRun(page: Page): Locator {
  return page.locator('[aria-label="Runs of courses"] > li').first()
}

async function press(page: Page, number: number, name: string): Promise<void> {
  await step(page, number).getByRole('button', { name }).click()
}

async function openSecond(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await press(page, 1, 'Open a second tab')
  const second = await opened
  await synced(second)
  return second
}

test('two tabs, a crash, a freeze, no network, a wrong clock, another account: each is made with the buttons, and has its tick when it was seen', async ({
  demo,
  device,
}) => {
  const first = await device.open(`${demo.url}/#tour`)
  const one = first.page
  await signIn(one, 'ada')
  await one.getByRole('button', { name: 'Start the tour' }).click()
  // Shorter leases than a visitor has, so that the freeze is.
  await one.goto(`${demo.url}/?ttl=1500#tour`)
  await synced(one)
  await press(one, 2, 'Sync, and crash')
  await expect(step(one, 2)).toContainText('Open a second tab first')

  const two = await openSecond(one)
  await test.step('a run of the first is seen in the second, and both have the tick', async () => {
    await expect(step(two, 1)).toContainText('Not seen yet')
    await press(one, 1, 'Start a slow sync')
    for (const page of [one, two]) {
      await expect(syncButton(page, /Already syncing/)).toBeVisible()
      await expect(step(page, 1)).toContainText('Seen at')
    }
    await synced(two)
  })

  await test.step('the second goes on with the run of the one that crashed', async () => {
    const crashed = one.waitForEvent('crash')
    await press(one, 2, 'Sync, and crash')
    await crashed
    await expect(step(two, 2)).toContainText('Seen at')
    await expect(newestRun(two)).toContainText('taken over 1×')
    await expect(newestRun(two)).toContainText('succeeded')
  })

  const three = await openSecond(two)
  await test.step('the third goes on with the run of the one that stood still, which joins when it is awake', async () => {
    await expect(step(three, 3)).toContainText('Not seen yet')
    await press(two, 3, 'Sync, and freeze')
    for (const page of [three, two]) {
      await expect(step(page, 3)).toContainText('Seen at')
      await synced(page)
      await expect(newestRun(page)).toContainText('taken over 1×')
    }
  })

  await test.step('an edit waits in every tab while the network is away, and is sent once', async () => {
    await press(three, 4, 'Take the network away')
    await press(two, 4, 'Make an edit')
    for (const page of [two, three]) {
      await expect(said(page)).toContainText('Sync is deferred · offline')
      await expect(step(page, 4)).toContainText('Not seen yet')
    }
    expect(await demo.log('POST')).toEqual([])
    await press(two, 4, 'Bring the network back')
    for (const page of [two, three]) await expect(step(page, 4)).toContainText('Seen at')
    expect((await demo.log('POST')).map(({ applied }) => applied)).toEqual([true])
  })

  await test.step('under a wrong clock the run of another tab is left alone', async () => {
    await press(three, 5, 'Set the clock ahead')
    await press(two, 5, 'Start a slow sync here')
    for (const page of [two, three]) await expect(step(page, 5)).toContainText('Seen at')
    await expect(newestRun(two)).not.toContainText('taken over')
    await press(three, 5, 'Set the clock right')
  })

  await test.step('another account takes the place of one that syncs, in every tab', async () => {
    await synced(two)
    await press(two, 6, 'Start a slow sync')
    await expect(syncButton(two, /Already syncing/)).toBeVisible()
    await press(two, 6, 'Change the account')
    for (const page of [two, three]) {
      await expect(page.getByRole('button', { name: 'Signed in as grace' })).toBeVisible()
      await expect(step(page, 6)).toContainText('Seen at')
    }
  })
  await expect(two.locator('.step.is-seen')).toHaveCount(6)
  await two.getByRole('button', { name: 'Begin again' }).click()
  await expect(three.getByText('Not seen yet')).toHaveCount(6)
})

test('started during the first sync, the tour waits for its end: nothing is left to be taken over before the steps', async ({
  demo,
  device,
}) => {
  await demo.trouble({ delayMs: 300 })
  const { page } = await device.open(`${demo.url}/#tour`)
  await page.getByRole('button', { name: 'Sign in as ada' }).click()
  await page.getByRole('button', { name: 'Start the tour' }).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(page.getByText('It starts as soon as nothing syncs.')).toBeVisible()
  await page.waitForURL(/ttl=/)
  await synced(page)
  await page.goto(`${demo.url}/?ttl=1500#activity`)
  await expect(page.locator('.run').first()).toContainText('Succeeded', { ignoreCase: true })
  await expect(page.locator('.run', { hasText: /taken over/i })).toHaveCount(0)
})

test('in odd order: a crash while the sync is paused says so and does not follow later, and “Begin again” undoes what the steps did', async ({
  demo,
  device,
}) => {
  const { page: one } = await device.open(`${demo.url}/?ttl=1500#tour`)
  await signIn(one, 'ada')
  const two = await openSecond(one)
  await card(one).getByRole('button', { name: 'Pause' }).click()
  await expect(said(one)).toContainText('Sync is paused')
  await press(one, 2, 'Sync, and crash')
  await expect(step(one, 2)).toContainText('It does not run: see why above')
  await syncButton(two, 'Resume').click()
  for (const page of [one, two]) await synced(page)

  await press(two, 4, 'Take the network away')
  await press(one, 1, 'Start a slow sync')
  await expect(step(one, 1)).toContainText('Bring the network back first')
  await press(one, 5, 'Set the clock ahead')
  await one.getByRole('button', { name: 'Begin again' }).click()
  for (const page of [one, two])
    await expect(step(page, 4).getByRole('button', { name: 'Take the network' })).toBeVisible()
  await expect(step(one, 5).getByRole('button', { name: 'Set the clock ahead' })).toBeVisible()
  await one.getByRole('link', { name: 'Trouble' }).click()
  const slow = one.getByRole('switch', { name: 'Slow server' })
  await expect(slow).toBeEnabled()
  await expect(slow).not.toBeChecked()
})

test('each step can be taken again, with a helper that is closed and a page that is loaded again in the middle', async ({
  demo,
  device,
}) => {
  const { page: one } = await device.open(`${demo.url}/?ttl=1500#tour`)
  await signIn(one, 'ada')
  let helper = await openSecond(one)
  for (const round of [1, 2]) {
    await test.step(`round ${round}`, async () => {
      await press(helper, 1, 'Start a slow sync')
      await expect(step(one, 1)).toContainText('Seen at')
      // The one that runs is closed: this one goes on.
      await helper.close()
      await expect(said(one)).toContainText('Syncing in this tab')
      await one.reload()
      await expect(syncButton(one, /Already syncing/)).toBeVisible()
      await synced(one)
      await expect(newestRun(one)).toContainText('succeeded')

      helper = await openSecond(one)
      await press(helper, 4, 'Take the network away')
      await press(one, 4, 'Make an edit')
      await expect(said(one)).toContainText('Sync is deferred · offline')
      await one.reload()
      await expect(said(one)).toContainText('Sync is deferred · offline')
      await press(one, 4, 'Bring the network back')
      for (const page of [one, helper]) {
        await synced(page)
        await expect(step(page, 4)).toContainText('Seen at')
      }
      // The log begins anew with each slow sync.
      expect((await demo.log('POST')).map(({ applied }) => applied)).toEqual([true])
      const crashed = helper.waitForEvent('crash')
      await press(helper, 2, 'Sync, and crash')
      await crashed
      await expect(step(one, 2)).toContainText('Seen at')
      await synced(one)
      await one.getByRole('button', { name: 'Begin again' }).click()
      await expect(one.getByText('Not seen yet')).toHaveCount(6)
      helper = await openSecond(one)
    })
  }
})
