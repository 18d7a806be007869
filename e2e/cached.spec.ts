// The owner's page goes into the back-forward cache, and comes back.
import type { Device, Tab } from './lib/device.ts'
import { goBack, listenForReturns } from './lib/hide-owner.ts'
import { nextCall, openTab, runsOf, startIn, whenIdle } from './lib/owner.ts'
import type { Pages } from './lib/pages.ts'
import { expect, test } from './lib/test.ts'

test.use({ deviceOptions: { asShipped: true } })

test('C16c the owner goes into the back-forward cache: another tab goes on at once; coming back it robs nobody, and may go again', async ({
  device,
  pages,
}) => {
  const { owner, other } = await openBoth(device, pages)
  pages.hold()
  const { callsBefore } = await startIn(owner, [other], 'parts')
  await expect.poll(() => pages.held()).toBe(1)

  const leftAt = Date.now()
  await owner.page.goto(pages.elsewhere)
  const { calledAt } = await nextCall([other], callsBefore)
  // The lease of a minute has not ended: somebody said that its owner left.
  expect(calledAt - leftAt).toBeLessThan(30_000)

  // Back while the new owner is in the middle of its work.
  await goBack(owner.page)
  await owner.page.waitForFunction(
    () => window.tests.registry.snapshot(window.tests.parts).running?.owner.here === false,
  )
  pages.release()
  for (const tab of [owner, other]) await whenIdle(tab, 'parts')
  expect(await other.page.evaluate(() => window.tests.steps())).toEqual([
    ...['asks 1', 'got 1', 'committed 1'],
    ...['asks 2', 'got 2', 'committed 2'],
    ...['asks 3', 'got 3', 'committed 3'],
  ])
  expect((await owner.page.evaluate(() => window.tests.steps())).at(-1)).toMatch(/^refused/)
  const runs = await runsOf(owner, 'parts')
  expect(runs).toHaveLength(1)
  expect(runs[0]).toMatchObject({ status: 'succeeded' })

  // It hears of new runs, joins and starts them.
  const [next, joined] = await Promise.all(
    [owner, other].map(({ page }) =>
      page.evaluate(async () => {
        const { runId, done } = await window.tests.registry.trigger(window.tests.parts)
        return { runId, status: (await done).status }
      }),
    ),
  )
  expect(next).toMatchObject({ status: 'succeeded' })
  expect(joined).toMatchObject({ status: 'succeeded' })

  await owner.page.goto(pages.elsewhere)
  await goBack(owner.page)
  expect([...owner.errors, ...other.errors]).toEqual([])
})

test('a run that owners leave by the cache, again and again, is handed over and not poisoned', async ({
  device,
  pages,
}) => {
  const { owner, other } = await openBoth(device, pages)
  await listenForReturns(other.page)
  let [here, there] = [owner, other]
  const { runId, ...started } = await startIn(here, [there], 'gated')
  let { callsBefore } = started
  for (let round = 1; round <= 5; round += 1) {
    await here.page.goto(pages.elsewhere)
    await nextCall([there], callsBefore)
    await goBack(here.page)
    callsBefore = [await here.page.evaluate(() => window.tests.calls())]
    ;[here, there] = [there, here]
  }
  await here.page.evaluate(() => window.tests.release())
  for (const tab of [owner, other]) await whenIdle(tab, 'gated')
  const runs = await runsOf(owner, 'gated')
  expect(runs).toHaveLength(1)
  expect(runs[0]).toMatchObject({ runId, status: 'succeeded' })
})

test('C14 an owner that nobody could replace meanwhile goes on when its page is shown again', async ({
  device,
  pages,
}) => {
  const owner = await openTab(device, pages.url)
  await listenForReturns(owner.page)
  pages.hold()
  const { runId } = await startIn(owner, [], 'parts')
  await expect.poll(() => pages.held()).toBe(1)
  await owner.page.goto(pages.elsewhere)
  await goBack(owner.page)
  pages.release()
  await whenIdle(owner, 'parts')
  const runs = await runsOf(owner, 'parts')
  expect(runs).toHaveLength(1)
  expect(runs[0]).toMatchObject({ runId, status: 'succeeded' })
  const rows = await owner.page.evaluate(() => window.tests.rows())
  expect(rows.map(row => row.part)).toEqual([1, 2, 3])
  expect(owner.errors).toEqual([])
})

test('C14 a page that waits for another owner goes into the cache and comes back to a true view', async ({
  device,
  pages,
}) => {
  const { owner: waiting, other: owner } = await openBoth(device, pages)
  pages.hold()
  await startIn(owner, [waiting], 'parts')
  await expect.poll(() => pages.held()).toBe(1)
  await waiting.page.goto(pages.elsewhere)
  pages.release()
  await whenIdle(owner, 'parts')
  await goBack(waiting.page)
  await whenIdle(waiting, 'parts')
  expect(
    await waiting.page.evaluate(
      () => window.tests.registry.snapshot(window.tests.parts).last?.status,
    ),
  ).toBe('succeeded')
  expect(await waiting.page.evaluate(() => window.tests.calls())).toBe(0)
})

test('C14 C16c a page with ten watched keys, one of them running in it, comes back from the cache: messages do not evict it, and each of its views is right', async ({
  device,
  pages,
}) => {
  const { owner: away, other } = await openBoth(device, pages)
  for (const { page } of [away, other]) {
    await page.evaluate(() => {
      const { registry, many } = window.tests
      for (const task of many) registry.watch(task).subscribe()
    })
  }
  const statuses = ({ page }: Tab): Promise<readonly string[]> =>
    page.evaluate(() => {
      const { registry, many } = window.tests
      return many.map(task => registry.snapshot(task).status)
    })
  const idle = (count: number): readonly string[] => Array<string>(count).fill('idle')
  await away.page.evaluate(() => window.tests.registry.trigger(window.tests.many[0]).then(() => {}))
  await expect.poll(() => statuses(other)).toEqual(['running', ...idle(9)])

  await away.page.goto(pages.elsewhere)
  await other.page.waitForFunction(() => window.tests.calls() === 1)
  await other.page.evaluate(async () => {
    const { registry, many } = window.tests
    await registry.trigger(many[1])
    await registry.pause(many[2])
  })
  await goBack(away.page)

  await expect.poll(() => statuses(away)).toEqual(['running', 'running', 'paused', ...idle(7)])
  expect(
    await away.page.evaluate(() => {
      const { registry, many } = window.tests
      return many.slice(0, 2).map(task => registry.snapshot(task).running?.owner.here)
    }),
  ).toEqual([false, false])
  await other.page.evaluate(() => window.tests.release())
  for (const tab of [away, other])
    await expect.poll(() => statuses(tab)).toEqual([...idle(2), 'paused', ...idle(7)])
  expect([...away.errors, ...other.errors]).toEqual([])
})

async function openBoth(device: Device, pages: Pages): Promise<{ owner: Tab; other: Tab }> {
  const owner = await openTab(device, pages.url)
  const other = await openTab(device, pages.url)
  await listenForReturns(owner.page)
  return { owner, other }
}
