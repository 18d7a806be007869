// A run that nobody goes on with: what is said of it, and who takes it up.
import type { Device } from './lib/device.ts'
import { openTab, runsOf, startIn, whenIdle } from './lib/owner.ts'
import { expect, test } from './lib/test.ts'

/** An owner with a run, and the only other tab, which has stopped. */
async function openStopped(device: Device, url: string) {
  const owner = await openTab(device, url)
  const stopped = await openTab(device, url)
  const { runId } = await startIn(owner, [stopped], 'gated')
  await stopped.page.evaluate(() => window.tests.registry.stop())
  return { owner, stopped, runId }
}

test('a run that its owner hands over is interrupted while the only tab left has stopped, and goes on in a new tab', async ({
  device,
  pages,
}) => {
  const { owner, stopped, runId } = await openStopped(device, pages.url)
  const left = await owner.page.evaluate(() => window.tests.registry.close({ force: true }))
  expect(left).toEqual([])

  const view = () => stopped.page.evaluate(() => window.tests.registry.snapshot(window.tests.gated))
  await expect.poll(async () => (await view()).status).toBe('interrupted')
  expect(await view()).toMatchObject({ reason: 'owner-gone', runId, running: null })
  expect(await stopped.page.evaluate(() => window.tests.calls())).toBe(0)

  const fresh = await openTab(device, pages.url)
  await fresh.page.waitForFunction(() => window.tests.calls() === 1)
  await fresh.page.evaluate(() => window.tests.release())
  for (const tab of [fresh, stopped]) await whenIdle(tab, 'gated')
  const runs = await runsOf(fresh, 'gated')
  expect(runs).toMatchObject([{ runId, status: 'succeeded', takeovers: 0, attempts: 1 }])
  expect([...owner.errors, ...stopped.errors, ...fresh.errors]).toEqual([])
})

test('a run whose owner is killed is interrupted while the only tab left has stopped, and goes on in a new tab', async ({
  device,
  pages,
}) => {
  const { owner, stopped, runId } = await openStopped(device, pages.url)
  await owner.kill()

  const view = () => stopped.page.evaluate(() => window.tests.registry.snapshot(window.tests.gated))
  await expect.poll(async () => (await view()).status).toBe('interrupted')
  expect(await view()).toMatchObject({ reason: 'owner-gone', running: { responding: false } })

  const fresh = await openTab(device, pages.url)
  await fresh.page.waitForFunction(() => window.tests.calls() === 1)
  await expect.poll(async () => (await view()).status).toBe('running')
  await fresh.page.evaluate(() => window.tests.release())
  for (const tab of [fresh, stopped]) await whenIdle(tab, 'gated')
  const runs = await runsOf(fresh, 'gated')
  expect(runs).toMatchObject([{ runId, status: 'succeeded', takeovers: 1 }])
  expect([...stopped.errors, ...fresh.errors]).toEqual([])
})
