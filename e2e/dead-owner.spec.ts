// The owner's process is killed: another tab goes on at once, where it was.
import { killOwner } from './lib/kill-owner.ts'
import { openTab, startIn, whenIdle } from './lib/owner.ts'
import type { Tab } from './lib/device.ts'
import { expect, test } from './lib/test.ts'

test('C10 ten owners are killed one after the other: each time another tab goes on, by one takeover', async ({
  device,
  pages,
}) => {
  let tabs: Tab[] = []
  for (let round = 1; round <= 10; round += 1) {
    while (tabs.length < 3) tabs.push(await openTab(device, pages.url))
    const { left, called } = await killOwner(tabs)
    tabs = left
    // Far from the end of the lease: the order is promised, not the time.
    expect(called).toBeLessThan(30_000)
    const [witness] = left
    const { runs = [] } =
      (await witness?.page.evaluate(() => window.tests.registry.history(window.tests.gated))) ?? {}
    expect(runs).toHaveLength(round)
    expect(runs[0]).toMatchObject({ status: 'succeeded', takeovers: 1, attempts: 1 })
  }
})

test('C10 another tab asks for nothing that the killed one had committed', async ({
  device,
  pages,
}) => {
  const one = await openTab(device, pages.url)
  const two = await openTab(device, pages.url)
  pages.hold()
  await startIn(one, [two], 'parts')
  await expect.poll(() => pages.held()).toBe(1)
  pages.release(1)
  await one.page.waitForFunction(() => window.tests.steps().includes('asks 2'))
  await one.kill()
  await two.page.waitForFunction(() => window.tests.steps().length === 1)
  pages.release()
  await whenIdle(two, 'parts')
  expect(await two.page.evaluate(() => window.tests.steps())).toEqual([
    ...['asks 2', 'got 2', 'committed 2'],
    ...['asks 3', 'got 3', 'committed 3'],
  ])
  expect((await two.page.evaluate(() => window.tests.rows())).map(row => row.part)).toEqual([
    1, 2, 3,
  ])
  expect(two.errors).toEqual([])
})
