// Two tabs of one browser: one runs, both know.
import { positionOf } from './lib/demo.ts'
import { holdRequest } from './lib/hold.ts'
import { answeredHere, card, newestRun, said, signIn, syncButton, synced } from './lib/screen.ts'
import { expect, test } from './lib/test.ts'
import { openTwoTabs } from './lib/two-tabs.ts'

test('C53 while one tab syncs, the other says so, with stage and start time, and can cancel', async ({
  demo,
  device,
}) => {
  const { one, two } = await openTwoTabs(demo, device)
  await demo.reset()
  await demo.trouble({ delayMs: 700 })

  await syncButton(one.page, 'Sync now').click()
  for (const { page } of [one, two]) {
    const started = syncButton(page, /^Already syncing · pulling · since \d{1,2}:\d\d$/)
    await expect(started).toBeVisible()
    await expect(said(page)).toContainText('Started by a press')
    await expect(card(page).getByRole('progressbar')).toBeVisible()
    const going = page.locator('.run-now', { hasText: /^Syncing in (this|another) tab: pulling/ })
    await expect(going).toBeVisible()
    await expect(going.getByText(/^Started by a press/)).toBeVisible()
  }
  await expect(said(one.page)).toContainText('in this tab')
  await expect(said(two.page)).toContainText('in another tab')

  await syncButton(two.page, /Already syncing/).click()
  await expect(said(two.page)).toContainText('This sync is under way already.')
  for (const { page } of [one, two]) await expect(said(page)).toContainText('Joined by a press')

  await syncButton(two.page, 'Cancel').click()
  for (const { page } of [one, two]) {
    await expect(syncButton(page, 'Sync now')).toBeVisible()
    await expect(newestRun(page)).toContainText('cancelled')
    await expect(newestRun(page)).toContainText('joined: manual')
  }
  await expect(said(two.page)).toHaveText(/^Cancelled in this tab at \d{1,2}:\d\d/)
  await expect(said(one.page)).toHaveText(/^Cancelled in another tab at \d{1,2}:\d\d/)
  const pulled = await demo.log('GET')
  expect(pulled.length).toBeLessThan(6)
  expect(new Set(pulled.map(request => request.fence)).size).toBe(1)
})

test('C17 a tab that is reloaded while another one syncs says so at once', async ({
  demo,
  device,
}) => {
  const { one, two } = await openTwoTabs(demo, device)
  await demo.reset()
  await demo.trouble({ delayMs: 700 })
  await syncButton(one.page, 'Sync now').click()
  await expect(syncButton(two.page, /Already syncing · pulling/)).toBeVisible()

  await two.page.reload()
  await expect(said(two.page)).toContainText('in another tab')
  await expect(syncButton(two.page, /Already syncing · pulling · since/)).toBeVisible()

  await demo.trouble({ delayMs: 0 })
  for (const { page } of [one, two]) {
    await synced(page)
    await expect(newestRun(page)).toContainText('started by manual')
    await expect(newestRun(page)).toContainText('succeeded')
  }
  const positions = (await demo.log('GET')).map(positionOf)
  expect(positions.filter(position => position === 10)).toHaveLength(1)
})

test('C17 a tab that is reloaded while it syncs goes on with the same run where it was', async ({
  demo,
  device,
}) => {
  const { page } = await device.open(demo.url)
  await signIn(page, 'ada')
  await demo.reset()
  await demo.trouble({ delayMs: 700 })
  await syncButton(page, 'Sync now').click()
  await expect.poll(async () => (await demo.log('GET')).length).toBeGreaterThanOrEqual(3)

  await page.reload()
  await expect(syncButton(page, /Already syncing · pulling · since/)).toBeVisible()
  await demo.trouble({ delayMs: 0 })
  await synced(page)
  await expect(newestRun(page)).toContainText('started by manual')
  await expect(newestRun(page)).toContainText('succeeded')

  const requests = await demo.log('GET')
  const [first = 0, second = 0, ...others] = new Set(requests.map(request => request.fence))
  expect(others).toEqual([])
  const before = requests.filter(request => request.fence === first).map(positionOf)
  const after = requests.filter(request => request.fence === second).map(positionOf)
  // What was under way at the reload may come again; what was committed before does not.
  expect(after.filter(position => before.slice(0, -1).includes(position))).toEqual([])
  expect(after.at(-1)).toBe(50)
})

test('C16b a tab alone that is reloaded five times in its first page goes on with the run, which is not poisoned', async ({
  demo,
  device,
}) => {
  const { page } = await device.open(demo.url)
  await signIn(page, 'ada')
  await demo.reset()
  await demo.trouble({ delayMs: 20_000 })
  await syncButton(page, 'Sync now').click()
  for (let loads = 1; loads <= 6; loads++) {
    await expect.poll(async () => (await demo.log('GET')).length).toBe(loads)
    if (loads === 6) await demo.trouble({ delayMs: 0 })
    await page.reload()
  }
  await synced(page)
  await expect(newestRun(page)).toContainText('succeeded')
  await expect(newestRun(page)).toContainText('taken over 6×')
})

test('a crash that the page itself makes is survived by the other tab', async ({
  demo,
  device,
}) => {
  const { one, two } = await openTwoTabs(demo, device)
  await demo.reset()
  await demo.trouble({ delayMs: 700 })
  await syncButton(one.page, 'Sync now').click()
  await expect(syncButton(two.page, /Already syncing · pulling/)).toBeVisible()

  await one.page.getByRole('link', { name: 'Trouble' }).click()
  const crashed = one.page.waitForEvent('crash')
  const click = one.page.getByRole('button', { name: 'Crash this tab' }).click()
  await Promise.all([crashed, expect(click).rejects.toThrow()])

  await expect(said(two.page)).toContainText('in this tab')
  await demo.trouble({ delayMs: 0 })
  await expect(newestRun(two.page)).toContainText('taken over 1×')
  await expect(newestRun(two.page)).toContainText('succeeded')
})

test('C11 a tab that freezes itself keeps its lock: the other one goes on when the lease is over', async ({
  demo,
  device,
}) => {
  const url = `${demo.url}/?ttl=2000`
  const [one, two] = [await device.open(url), await device.open(url)]
  await signIn(one.page, 'ada')
  await answeredHere(two.page)
  await synced(two.page)
  await demo.reset()
  const held = await holdRequest(one.page, 'GET', 2)
  await syncButton(one.page, 'Sync now').click()
  await held.arrived
  await expect(syncButton(two.page, /Already syncing · pulling/)).toBeVisible()
  await one.page.getByRole('link', { name: 'Trouble' }).click()
  // A tab that stands still never says that it was clicked.
  const click = one.page.getByRole('button', { name: 'Freeze this tab' }).click()

  await expect(newestRun(two.page)).toContainText('taken over 1×')
  await expect(newestRun(two.page)).toContainText('succeeded')
  await synced(two.page)
  await Promise.all([one.kill(), expect(click).rejects.toThrow()])
  expect(two.errors).toEqual([])
})
