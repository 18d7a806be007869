// A tab with the old version of the app and one with the new are open at once.
import { lateSteps } from './lib/freeze-owner.ts'
import { openTab, runsOf, startIn, whenIdle } from './lib/owner.ts'
import { expect, test } from './lib/test.ts'

test('C48 the old version does not run what the new one has begun, and says that a reload is needed', async ({
  device,
  pages,
}) => {
  const old = await openTab(device, pages.url)
  const fresh = await openTab(device, `${pages.url}/?version=2`)
  await fresh.page.evaluate(async () => {
    const { done } = await window.tests.registry.trigger(window.tests.parts)
    await done
  })
  const answer = await old.page.evaluate(async () => {
    const { decision, reason } = await window.tests.registry.trigger(window.tests.parts)
    return { decision, reason }
  })
  expect(answer).toEqual({ decision: 'deferred', reason: 'reload-needed' })
  expect(await old.page.evaluate(() => window.tests.calls())).toBe(0)
})

test('C48 the old version joins what the new one runs, does not take it over, and reloaded goes on with it', async ({
  device,
  pages,
}) => {
  const old = await openTab(device, `${pages.url}/?ttl=2000`)
  const fresh = await openTab(device, `${pages.url}/?ttl=2000&version=2`)
  pages.hold()
  const { runId } = await startIn(fresh, [old], 'parts')
  await expect.poll(() => pages.held()).toBe(1)
  const joined = await old.page.evaluate(async () => {
    const answer = await window.tests.registry.trigger(window.tests.parts)
    return { decision: answer.decision, runId: answer.runId }
  })
  expect(joined).toEqual({ decision: 'joined', runId })

  await fresh.kill()
  // It does not spin as if somebody were at work: it says what would help.
  await old.page.waitForFunction(() => {
    const { status, reason, running } = window.tests.registry.snapshot(window.tests.parts)
    return status === 'interrupted' && reason === 'reload-needed' && running?.responding === false
  })
  expect(await old.page.evaluate(() => window.tests.calls())).toBe(0)
  pages.release()
  const reloaded = await openTab(device, `${pages.url}/?ttl=2000&version=2`)
  await whenIdle(reloaded, 'parts')
  const runs = await runsOf(reloaded, 'parts')
  expect(runs[0]).toMatchObject({ runId, status: 'succeeded', takeovers: 1 })
})

test('C48 the new version takes over what the old one left, and the old one, thawed, writes nothing', async ({
  device,
  pages,
}) => {
  const old = await openTab(device, `${pages.url}/?ttl=2000`)
  const fresh = await openTab(device, `${pages.url}/?ttl=2000&version=2`)
  pages.hold()
  const { runId } = await startIn(old, [fresh], 'parts')
  await expect.poll(() => pages.held()).toBe(1)
  old.freeze()
  await fresh.page.waitForFunction(() => window.tests.calls() === 1)
  pages.release()
  await whenIdle(fresh, 'parts')
  old.thaw()
  await old.page.waitForFunction(() => window.tests.steps().length === 3)
  expect((await old.page.evaluate(() => window.tests.steps())).join()).toMatch(lateSteps)
  const runs = await runsOf(fresh, 'parts')
  expect(runs[0]).toMatchObject({ runId, status: 'succeeded', takeovers: 1 })
  expect([...old.errors, ...fresh.errors]).toEqual([])
})
