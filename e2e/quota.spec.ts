// The storage that the browser grants the site is used up.
import { openTab, runsOf, startIn, whenIdle } from './lib/owner.ts'
import { limitStorage } from './lib/quota.ts'
import { newestRun, runs, said, signIn, syncButton, synced, tick } from './lib/screen.ts'
import { expect, test } from './lib/test.ts'

test('C42 a trigger under a used-up quota is answered and says why, and runs by itself when there is room again', async ({
  device,
  pages,
}) => {
  const quota = await limitStorage(device, pages.elsewhere)
  const [one, two] = [await openTab(device, pages.url), await openTab(device, pages.url)]
  await quota.fill()
  const answer = await one.page.evaluate(async () => {
    const { decision, reason, stored } = await window.tests.registry.trigger(window.tests.parts)
    return { decision, reason, stored }
  })
  expect(answer).toEqual({ decision: 'deferred', reason: 'store-unavailable', stored: false })
  const view = await one.page.evaluate(() => window.tests.registry.snapshot(window.tests.parts))
  expect(view).toMatchObject({
    status: 'blocked',
    reason: 'store-unavailable',
    store: { state: 'unavailable' },
  })
  expect(view.detail).toContain('QuotaExceededError')
  expect(view.actions).toContain('start')

  await quota.lift()
  await one.page.waitForFunction(() => window.tests.steps().length === 9)
  for (const tab of [one, two]) await whenIdle(tab, 'parts')
  const ended = await runsOf(two, 'parts')
  expect(ended.map(({ status, source }) => [status, source])).toEqual([['succeeded', 'manual']])
  expect(await two.page.evaluate(() => window.tests.calls())).toBe(0)
  expect([...one.errors, ...two.errors]).toEqual([])
})

for (const rows of ['fenced', 'apart']) {
  test(`C42 a quota used up during a run, rows ${rows}: what it cannot commit is done again with room, and once`, async ({
    device,
    pages,
  }) => {
    const quota = await limitStorage(device, pages.elsewhere)
    const url = `${pages.url}/?rows=${rows}`
    const [one, two] = [await openTab(device, url), await openTab(device, url)]
    pages.hold()
    const { runId } = await startIn(one, [two], 'parts')
    await expect.poll(() => pages.held()).toBe(1)
    await quota.fill()
    pages.release()
    await one.page.waitForFunction(() => window.tests.steps().length > 2)
    expect((await one.page.evaluate(() => window.tests.steps()))[2]).toContain('Quota')
    await one.page.waitForFunction(
      () => window.tests.registry.snapshot(window.tests.parts).store.state === 'unavailable',
    )

    await quota.lift()
    for (const tab of [one, two]) await whenIdle(tab, 'parts')
    const ended = await runsOf(two, 'parts')
    expect(ended).toHaveLength(1)
    expect(ended[0]).toMatchObject({ runId, status: 'succeeded' })
    expect((await two.page.evaluate(() => window.tests.rows())).map(({ part }) => part)).toEqual([
      1, 2, 3,
    ])
    expect([...one.errors, ...two.errors]).toEqual([])
  })
}

test('C42 the demo under a used-up quota says so, keeps its button, and syncs by itself when there is room', async ({
  demo,
  device,
}) => {
  const quota = await limitStorage(device, `${demo.url}/api/log`)
  const { page, errors } = await device.open(demo.url)
  await signIn(page, 'ada')
  await expect(runs(page)).toHaveCount(1)
  await quota.fill()
  await syncButton(page, 'Sync now').click()
  await expect(said(page)).toContainText('The storage of this browser does not answer')
  await expect(said(page)).toContainText('QuotaExceededError')
  await expect(syncButton(page, 'Try again')).toBeEnabled()
  await syncButton(page, 'Try again').click()
  await expect(said(page)).toContainText('your press counts when it does')
  // The browser may have had room for a whole run before it refused the first write.
  const before = await runs(page).allTextContents()

  await quota.lift()
  await synced(page)
  await expect(runs(page)).toHaveCount(before.length + 1)
  await expect(newestRun(page)).toContainText('started by manual')
  expect(await newestRun(page).textContent()).not.toBe(before[0])
  await tick(page, 'Drawing 9')
  await expect.poll(async () => (await demo.log('POST')).length).toBe(1)
  expect(errors).toEqual([])
})
