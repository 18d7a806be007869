// The site's data is cleared while its tabs are open.
import { openTab, runsOf, startIn, whenIdle } from './lib/owner.ts'
import { expect, test } from './lib/test.ts'

test('C44 site data cleared during a run: the run is fenced, the next one starts clean under a higher fence', async ({
  device,
  pages,
}) => {
  const url = `${pages.url}/?rows=fenced`
  const [one, two] = [await openTab(device, url), await openTab(device, url)]
  pages.hold()
  await startIn(one, [two], 'parts')
  const fence = await one.page.evaluate(
    () => window.tests.registry.snapshot(window.tests.parts).running?.fence ?? 0,
  )
  await expect.poll(() => pages.held()).toBe(1)

  const session = await device.context.newCDPSession(one.page)
  await session.send('Storage.clearDataForOrigin', {
    origin: pages.url,
    storageTypes: 'indexeddb',
  })
  pages.release()
  await one.page.waitForFunction(() => window.tests.steps().length > 2)
  expect(await one.page.evaluate(() => window.tests.steps())).toEqual([
    ...['asks 1', 'got 1'],
    'refused lease-lost',
  ])
  expect(await one.page.evaluate(() => window.tests.rows())).toEqual([])

  // Who is signed in was cleared as well.
  for (const { page } of [one, two]) await page.evaluate(() => window.tests.registry.signIn('u1'))
  const next = await two.page.evaluate(async () => {
    const { decision, done } = await window.tests.registry.trigger(window.tests.parts)
    return { decision, outcome: await done }
  })
  expect(next).toMatchObject({ decision: 'started', outcome: { status: 'succeeded' } })
  await whenIdle(one, 'parts')
  const runs = await runsOf(one, 'parts')
  expect(runs).toHaveLength(1)
  expect(runs[0]).toMatchObject({ takeovers: 0, recovery: null })
  expect(runs[0]?.fence).toBeGreaterThan(fence)
  expect(await one.page.evaluate(() => window.tests.rows())).toHaveLength(3)
  expect([...one.errors, ...two.errors]).toEqual([])
})
