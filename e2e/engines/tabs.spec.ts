// Several tabs of this engine: one run, all know, one goes on.
import type { EngineTab } from './lib/engine.ts'
import { expect, test } from './lib/test.ts'

// Tests of one engine share its storage: each has a user of its own.
let lastUser = 0

test('a second tab joins the run of the first, and both get its result', async ({
  open,
  pages,
}) => {
  const [one, two] = await openTabs(open, pages.url, 2)
  const first = await trigger(one, 'gated')
  expect(first.decision).toBe('started')
  await untilCalled(one)
  expect(await trigger(two, 'gated')).toEqual({ decision: 'joined', runId: first.runId })
  await expect
    .poll(() =>
      two.call(() => window.tests.registry.snapshot(window.tests.gated).running?.owner.here),
    )
    .toBe(false)
  await two.call(() => window.tests.release())
  const expected = { status: 'succeeded', runId: first.runId, result: `by run ${first.runId}` }
  for (const tab of [one, two]) expect(await outcome(tab)).toEqual(expected)
  expect(await two.call(() => window.tests.calls())).toBe(0)
})

test('C01 three tabs trigger at one instant: one run', async ({ open, pages }) => {
  const tabs = await openTabs(open, pages.url, 3)
  // An instant of the wall clock, told to all tabs beforehand; a driver speaks to one tab after the other.
  const at = Date.now() + 1_000
  for (const tab of tabs) {
    await tab.call(when => {
      const later = new Promise(resolve => setTimeout(resolve, when - Date.now() - 50))
      const answer = later.then(() => {
        while (Date.now() < when);
        return window.tests.registry.trigger(window.tests.gated)
      })
      Object.assign(window, { answer })
    }, at)
  }
  const decisions = []
  for (const tab of tabs) {
    decisions.push(
      await tab.call(async () => {
        const answer = await (Reflect.get(window, 'answer') as ReturnType<
          typeof window.tests.registry.trigger
        >)
        return answer.decision
      }),
    )
  }
  expect(decisions.sort()).toEqual(['joined', 'joined', 'started'])
  await untilCalled(...tabs)
  await tabs[0].call(() => window.tests.release())
  for (const tab of tabs) await untilIdle(tab, 'gated')
  const calls = []
  for (const tab of tabs) calls.push(await tab.call(() => window.tests.calls()))
  expect(calls.toSorted((a, b) => a - b)).toEqual([0, 0, 1])
})

test('C53 a run is cancelled from another tab', async ({ open, pages }) => {
  const [one, two] = await openTabs(open, pages.url, 2)
  await trigger(one, 'gated')
  await untilCalled(one)
  const answer = await two.call(async () => window.tests.registry.cancel(window.tests.gated))
  expect(answer).toMatchObject({ cancelled: true })
  expect(await outcome(one)).toMatchObject({ status: 'cancelled' })
  for (const tab of [one, two]) await untilIdle(tab, 'gated')
})

test("C10 the owner's tab is closed: another one goes on where it was", async ({ open, pages }) => {
  const [one, two] = await openTabs(open, pages.url, 2)
  pages.hold()
  const { runId } = await trigger(one, 'parts')
  await expect.poll(() => pages.held()).toBe(1)
  pages.release(1)
  await expect.poll(() => one.call(() => window.tests.steps())).toContain('asks 2')
  await one.close()
  await untilCalled(two)
  pages.release()
  await untilIdle(two, 'parts')
  expect(await two.call(() => window.tests.steps())).toEqual([
    ...['asks 2', 'got 2', 'committed 2'],
    ...['asks 3', 'got 3', 'committed 3'],
  ])
  const { runs } = await two.call(async () => window.tests.registry.history(window.tests.parts))
  expect(runs).toHaveLength(1)
  expect(runs[0]).toMatchObject({ runId, status: 'succeeded' })
})

test('C32 a user who signs out in one tab is signed out in the other, in the middle of a run', async ({
  open,
  pages,
}) => {
  const [one, two] = await openTabs(open, pages.url, 2)
  await trigger(one, 'gated')
  await untilCalled(one)
  await two.call(async () => window.tests.registry.signOut())
  expect(await outcome(one)).toMatchObject({ status: 'signed-out' })
  expect((await trigger(one, 'gated')).decision).toBe('rejected')
})

async function openTabs<Count extends 2 | 3>(
  open: (url: string) => Promise<EngineTab>,
  url: string,
  count: Count,
): Promise<Count extends 2 ? [EngineTab, EngineTab] : [EngineTab, EngineTab, EngineTab]> {
  lastUser += 1
  const tabs: EngineTab[] = []
  for (let i = 0; i < count; i += 1) {
    const tab = await open(url)
    await tab.call(async userId => {
      const { registry, gated, parts } = window.tests
      await registry.signIn(userId)
      registry.watch(gated).subscribe()
      registry.watch(parts).subscribe()
    }, `user ${lastUser}`)
    tabs.push(tab)
  }
  return tabs as never
}

/** Triggers, and keeps the promise of the outcome in the page. */
function trigger(
  tab: EngineTab,
  task: 'gated' | 'parts',
): Promise<{ readonly decision: string; readonly runId: string | undefined }> {
  return tab.call(async name => {
    const { decision, runId, done } = await window.tests.registry.trigger(window.tests[name])
    Object.assign(window, { done })
    return { decision, runId }
  }, task)
}

function outcome(tab: EngineTab): Promise<unknown> {
  return tab.call(async () => Reflect.get(window, 'done') as unknown)
}

/** Waits until a stage was called in one of the tabs. */
async function untilCalled(...tabs: readonly EngineTab[]): Promise<void> {
  await expect
    .poll(async () => {
      let calls = 0
      for (const tab of tabs) calls += await tab.call(() => window.tests.calls())
      return calls
    })
    .toBeGreaterThan(0)
}

async function untilIdle(tab: EngineTab, task: 'gated' | 'parts'): Promise<void> {
  await expect
    .poll(() => tab.call(name => window.tests.registry.snapshot(window.tests[name]).status, task))
    .toBe('idle')
}
