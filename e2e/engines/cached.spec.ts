// Pages of this engine go into the back-forward cache and come back.
import type { EngineTab } from './lib/engine.ts'
import { expect, test } from './lib/test.ts'

// Tests of one engine share its storage: each has a user of its own.
let users = 0
test.beforeEach(() => {
  users += 1
})

test('C14 a page with ten watched keys comes back from the cache: messages do not evict it, and it sees what other tabs began meanwhile', async ({
  open,
  pages,
}) => {
  const [away, other] = [await openWatching(open, pages.url), await openWatching(open, pages.url)]
  await away.goTo(pages.elsewhere)
  await other.call(async () => {
    const { registry, many } = window.tests
    for (const task of many.slice(0, 2)) await registry.trigger(task)
    await registry.pause(many[2])
  })
  await goBack(away)

  await expect.poll(() => statuses(away)).toEqual(['running', 'running', 'paused', ...idle(7)])
  expect(
    await away.call(() => {
      const { registry, many } = window.tests
      return many.slice(0, 2).map(task => registry.snapshot(task).running?.owner.here)
    }),
  ).toEqual([false, false])
  await other.call(() => window.tests.release())
  await expect.poll(() => statuses(away)).toEqual([...idle(2), 'paused', ...idle(7)])
  // It may go again, and its own triggers work.
  await away.goTo(pages.elsewhere)
  await goBack(away)
  await away.call(async () => {
    await window.tests.registry.trigger(window.tests.many[1])
  })
  await expect.poll(() => statuses(other)).toEqual(['idle', 'running', 'paused', ...idle(7)])
  await away.call(() => window.tests.release())
  await expect.poll(() => statuses(away)).toEqual([...idle(2), 'paused', ...idle(7)])
})

// Firefox decides before `pagehide` whether it keeps a page, and keeps none that holds a Web Lock or waits for one:
// this page may be loaded anew.
test('C16c a page is left in the middle of its run: another tab goes on, and back again it sees that and robs nobody', async ({
  open,
  pages,
}) => {
  const [away, other] = [await openWatching(open, pages.url), await openWatching(open, pages.url)]
  const runId = await away.call(async () => {
    const { registry, many } = window.tests
    return (await registry.trigger(many[0])).runId
  })
  await expect.poll(() => statuses(other)).toEqual(['running', ...idle(9)])
  await away.goTo(pages.elsewhere)
  await expect.poll(() => other.call(() => window.tests.calls())).toBe(1)
  await away.call(() => {
    setTimeout(() => history.back())
  })
  await expect(() => signInAndWatch(away)).toPass()
  await expect
    .poll(() =>
      away.call(() => window.tests.registry.snapshot(window.tests.many[0]).running?.owner.here),
    )
    .toBe(false)
  await other.call(() => window.tests.release())
  for (const tab of [away, other]) await expect.poll(() => statuses(tab)).toEqual(idle(10))
  const runs = await away.call(async () => {
    const { registry, many } = window.tests
    return (await registry.history(many[0])).runs
  })
  expect(runs).toMatchObject([{ runId, status: 'succeeded' }])
})

/** A tab that watches ten keys, and notes whether it was shown from the cache. */
async function openWatching(
  open: (url: string) => Promise<EngineTab>,
  url: string,
): Promise<EngineTab> {
  const tab = await open(url)
  await tab.call(() => {
    addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted }))
  })
  await signInAndWatch(tab)
  await expect.poll(() => statuses(tab)).toEqual(idle(10))
  return tab
}

/** As a page does when it is loaded. */
function signInAndWatch(tab: EngineTab): Promise<void> {
  return tab.call(async userId => {
    const { registry, many } = window.tests
    await registry.signIn(userId)
    for (const task of many) registry.watch(task).subscribe()
  }, `cached ${users}`)
}

/** Goes back, and makes sure that it is the page itself that is shown again. */
async function goBack(tab: EngineTab): Promise<void> {
  await tab.call(() => {
    setTimeout(() => history.back())
  })
  await expect(async () => {
    expect(await tab.call(() => Reflect.get(window, 'persisted') as unknown)).toBe(true)
  }).toPass()
  await tab.call(() => {
    Reflect.deleteProperty(window, 'persisted')
  })
}

function statuses(tab: EngineTab): Promise<readonly string[]> {
  return tab.call(() => {
    const { registry, many } = window.tests
    return many.map(task => registry.snapshot(task).status)
  })
}

function idle(count: number): readonly string[] {
  return Array<string>(count).fill('idle')
}
