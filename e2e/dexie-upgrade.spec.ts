// A newer version of the app upgrades its Dexie database, in which the registry lies, while older tabs are open.
import type { Device, Tab } from './lib/device.ts'
import { openTab, runsOf, startIn, whenIdle } from './lib/owner.ts'
import type { Pages } from './lib/pages.ts'
import { expect, test } from './lib/test.ts'

test('the older tab goes on in the upgraded database, beside the newer one, and nothing is lost', async ({
  device,
  pages,
}) => {
  const { old, fresh } = await openOldAndNew(device, pages, async old => {
    expect(await runIn(old)).toMatchObject({ decision: 'started', status: 'succeeded' })
  })
  expect(await versionOf(fresh)).toBe(20)
  expect(await runIn(fresh)).toMatchObject({ decision: 'started', status: 'succeeded' })
  expect(await runIn(old)).toMatchObject({ decision: 'started', status: 'succeeded' })
  for (const tab of [old, fresh]) {
    const view = await viewOf(tab)
    expect(view).toMatchObject({ status: 'idle', store: { state: 'ok' } })
    const runs = await runsOf(tab, 'parts')
    expect(runs.map(({ status }) => status)).toEqual(Array(3).fill('succeeded'))
    expect(runs.map(({ takeovers }) => takeovers)).toEqual([0, 0, 0])
    expect(new Set(runs.map(({ fence }) => fence)).size).toBe(3)
    expect(await tab.page.evaluate(() => window.tests.rows())).toHaveLength(3)
  }
  expect([...old.errors, ...fresh.errors]).toEqual([])
})

test('an upgrade in the middle of a run: its next commit lands in the upgraded database, and nothing runs twice', async ({
  device,
  pages,
}) => {
  let runId = ''
  const { old, fresh } = await openOldAndNew(device, pages, async before => {
    pages.hold()
    ;({ runId } = await startIn(before, [], 'parts'))
    await expect.poll(() => pages.held()).toBe(1)
    pages.release(1)
    await before.page.waitForFunction(() => window.tests.steps().includes('committed 1'))
    await expect.poll(() => pages.held()).toBe(1)
  })
  expect(await versionOf(fresh)).toBe(20)
  await fresh.page.waitForFunction(
    id => window.tests.registry.snapshot(window.tests.parts).running?.runId === id,
    runId,
  )
  pages.release()
  for (const tab of [old, fresh]) await whenIdle(tab, 'parts')
  expect(await old.page.evaluate(() => window.tests.steps())).toEqual(
    [1, 2, 3].flatMap(part => [`asks ${part}`, `got ${part}`, `committed ${part}`]),
  )
  expect(await fresh.page.evaluate(() => window.tests.calls())).toBe(0)
  const rows = await fresh.page.evaluate(() => window.tests.rows())
  const by = await old.page.evaluate(() => window.tests.tab)
  expect(rows).toEqual([1, 2, 3].map(part => ({ part, by })))
  const runs = await runsOf(fresh, 'parts')
  expect(runs).toHaveLength(1)
  expect(runs[0]).toMatchObject({ runId, status: 'succeeded', takeovers: 0 })
  expect([...old.errors, ...fresh.errors]).toEqual([])
})

test('C43 an older app that holds on to its connection: the newer tab says that it waits, and goes on when that tab is closed', async ({
  device,
  pages,
}) => {
  const old = await openTab(device, `${pages.url}/dexie.html?app=holds`)
  await runIn(old)
  const fresh = await device.open(`${pages.url}/dexie.html?schema=2`)
  const seen = await fresh.page.evaluate(async () => {
    const { registry, parts } = window.tests
    const refused = await registry.signIn('u1').catch((error: unknown) => String(error))
    registry.watch(parts).subscribe()
    const { status, reason, store } = registry.snapshot({ userId: 'u1', scope: 'parts' })
    return { refused, status, reason, store }
  })
  expect(seen).toMatchObject({ status: 'blocked', reason: 'store-waiting' })
  expect(seen.refused).toContain('signIn')
  // What holds the database up is the older tab's good right: it works on.
  expect(await runIn(old)).toMatchObject({ decision: 'started', status: 'succeeded' })

  await old.page.close()
  await fresh.page.waitForFunction(
    () => window.tests.registry.snapshot(window.tests.parts).store.state === 'ok',
  )
  expect(await versionOf(fresh)).toBe(20)
  await fresh.page.evaluate(() => window.tests.registry.signIn('u1'))
  expect(await runIn(fresh)).toMatchObject({ decision: 'started', status: 'succeeded' })
  expect(await runsOf(fresh, 'parts')).toHaveLength(3)
  expect([...old.errors, ...fresh.errors]).toEqual([])
})

test('an older app that closes its database for good: its tab says why, its run goes on in the newer tab, and reloaded it works', async ({
  device,
  pages,
}) => {
  const old = await openTab(device, `${pages.url}/dexie.html?ttl=2000&app=closes`)
  pages.hold()
  const { runId } = await startIn(old, [], 'parts')
  await expect.poll(() => pages.held()).toBe(1)
  const fresh = await openTab(device, `${pages.url}/dexie.html?ttl=2000&schema=2`)
  pages.release()
  await fresh.page.waitForFunction(() => window.tests.steps().length === 9)
  expect(await runIn(old)).toEqual({ decision: 'deferred', reason: 'store-unavailable' })
  const { store } = await viewOf(old)
  expect('message' in store ? store.message : '').toContain('the app has closed it')
  expect(await old.page.evaluate(() => window.tests.steps())).toHaveLength(3)
  await whenIdle(fresh, 'parts')
  const runs = await runsOf(fresh, 'parts')
  expect(runs).toHaveLength(1)
  expect(runs[0]).toMatchObject({ runId, status: 'succeeded', takeovers: 1 })

  await old.page.goto(fresh.page.url())
  await old.page.evaluate(() => window.tests.registry.signIn('u1'))
  expect(await runIn(old)).toMatchObject({ decision: 'started', status: 'succeeded' })
  expect(await runsOf(fresh, 'parts')).toHaveLength(2)
  expect([...old.errors, ...fresh.errors]).toEqual([])
})

test('an upgrade that comes with a newer task: the older tab says that a reload is needed, and reloaded works', async ({
  device,
  pages,
}) => {
  const { old, fresh } = await openOldAndNew(
    device,
    pages,
    async before => void (await runIn(before)),
    '&version=2',
  )
  await runIn(fresh)
  expect(await runIn(old)).toMatchObject({ decision: 'deferred', reason: 'reload-needed' })
  await fresh.page.waitForFunction(async () => {
    const { runs } = await window.tests.registry.history(window.tests.parts)
    return runs.length === 3
  })
  await old.page.goto(fresh.page.url())
  await old.page.evaluate(() => window.tests.registry.signIn('u1'))
  expect(await runIn(old)).toMatchObject({ decision: 'started', status: 'succeeded' })
  expect(await runsOf(fresh, 'parts')).toHaveLength(4)
  expect([...old.errors, ...fresh.errors]).toEqual([])
})

/** A tab of the older version, what it does, then one of the newer version. */
async function openOldAndNew(
  device: Device,
  pages: Pages,
  before: (old: Tab) => Promise<void>,
  more = '',
): Promise<{ readonly old: Tab; readonly fresh: Tab }> {
  const old = await openTab(device, `${pages.url}/dexie.html`)
  await before(old)
  const fresh = await openTab(device, `${pages.url}/dexie.html?schema=2${more}`)
  return { old, fresh }
}

/** Triggers the task, and tells what became of it. */
function runIn({ page }: Tab) {
  return page.evaluate(async () => {
    const answer = await window.tests.registry.trigger(window.tests.parts)
    const { decision, reason } = answer
    if (decision === 'deferred') return { decision, reason }
    return { decision, status: (await answer.done).status }
  })
}

function viewOf({ page }: Tab) {
  return page.evaluate(() => window.tests.registry.snapshot(window.tests.parts))
}

/** The version of the database as the browser counts it: ten times Dexie's. */
function versionOf({ page }: Tab): Promise<number> {
  return page.evaluate(async () => {
    const found = await indexedDB.databases()
    return found.find(({ name }) => name === 'dexie-app')?.version ?? 0
  })
}
