// The owner's process is frozen inside a transaction: nobody can write until the browser aborts that.
import { occupyStore } from './lib/occupy.ts'
import { lateSteps } from './lib/freeze-owner.ts'
import { nextCall, openTab, startIn, whenIdle } from './lib/owner.ts'
import { expect, test } from './lib/test.ts'

const ttlMs = 2_000

test('an owner frozen inside a transaction: the others say so and hang nowhere, and go on once the browser has aborted it', async ({
  device,
  pages,
}) => {
  const url = `${pages.url}/?ttl=${ttlMs}`
  const [owner, other] = [await openTab(device, url), await openTab(device, url)]
  pages.hold()
  const { callsBefore } = await startIn(owner, [other], 'parts')
  await expect.poll(() => pages.held()).toBe(1)
  await occupyStore(owner.page, 'tests')
  owner.freeze()

  // Another key: nobody holds it, and yet it cannot start.
  const answer = await other.page.evaluate(async () => {
    const { decision, reason, stored } = await window.tests.registry.trigger(window.tests.gated)
    return { decision, reason, stored }
  })
  expect(answer).toEqual({ decision: 'deferred', reason: 'store-waiting', stored: false })
  const shown = () =>
    other.page.evaluate(() => {
      const { status, running, store } = window.tests.registry.snapshot(window.tests.parts)
      return {
        status,
        responding: running?.responding,
        store: store.state,
        calls: window.tests.calls(),
      }
    })
  await expect.poll(shown).toEqual({
    status: 'running',
    responding: false,
    store: 'waiting',
    calls: 0,
  })

  await nextCall([other], callsBefore)
  pages.release()
  await whenIdle(other, 'parts')
  owner.thaw()
  await owner.page.waitForFunction(() => window.tests.steps().length === 3)
  expect((await owner.page.evaluate(() => window.tests.steps())).join()).toMatch(lateSteps)
  await whenIdle(owner, 'parts')
  expect(await shown()).toMatchObject({ status: 'idle', store: 'ok' })
  expect([...owner.errors, ...other.errors]).toEqual([])
})
