// The device's clock is set back or forward by an hour during a run.
import type { Device, Tab } from './lib/device.ts'
import { lateSteps } from './lib/freeze-owner.ts'
import { nextCall, openTab, runsOf, startIn, whenIdle, whenRenewed } from './lib/owner.ts'
import { expect, test } from './lib/test.ts'

const ttlMs = 2_000
const hourMs = 3_600_000
const jumps = [
  { name: 'an hour back', byMs: -hourMs },
  { name: 'an hour forward', byMs: hourMs },
] as const

test.beforeEach(async ({ device }) => {
  await device.prepare(() => {
    const real = Date
    let offsetMs = 0
    Object.assign(window, {
      setClock: (byMs: number) => {
        offsetMs = byMs
      },
    })
    window.Date = new Proxy(real, {
      construct: (target, args: []) =>
        args.length === 0 ? new target(real.now() + offsetMs) : new target(...args),
      get: (target, name) =>
        name === 'now' ? () => real.now() + offsetMs : (Reflect.get(target, name) as unknown),
    })
  })
})

for (const { name, byMs } of jumps) {
  test(`C16 ${name} during a run: nothing is done twice, and the view ends with the run`, async ({
    device,
    pages,
  }) => {
    const tabs = await openTabs(device, pages.url)
    const [owner, ...others] = tabs
    pages.hold()
    await startIn(owner, others, 'parts')
    await expect.poll(() => pages.held()).toBe(1)
    await setClocks(tabs, byMs)
    // Long enough for every watcher to have looked, and for the lease to be renewed under the new clock.
    await whenRenewed(others[0], 10)
    pages.release()
    for (const tab of tabs) await whenIdle(tab, 'parts')

    const committed = (await stepsOf(tabs)).flat().filter(step => step.startsWith('committed'))
    expect(committed).toEqual(['committed 1', 'committed 2', 'committed 3'])
    const runs = await runsOf(owner, 'parts')
    expect(runs).toHaveLength(1)
    expect(runs[0]).toMatchObject({ status: 'succeeded' })
    // A clock set back makes no lease look old; one set forward may end the trust of the owner itself.
    if (byMs < 0) expect(runs[0]).toMatchObject({ takeovers: 0 })
    expect(tabs.flatMap(tab => tab.errors)).toEqual([])
  })

  test(`C16 ${name} while the owner is frozen: another tab goes on, the frozen one writes nothing`, async ({
    device,
    pages,
  }) => {
    const tabs = await openTabs(device, pages.url)
    const [owner, ...others] = tabs
    pages.hold()
    const { callsBefore } = await startIn(owner, others, 'parts')
    await expect.poll(() => pages.held()).toBe(1)
    owner.freeze()
    await setClocks(others, byMs)
    await nextCall(others, callsBefore)
    pages.release()
    for (const tab of others) await whenIdle(tab, 'parts')
    owner.thaw()
    await setClocks([owner], byMs)
    await owner.page.waitForFunction(() => window.tests.steps().length === 3)
    expect((await owner.page.evaluate(() => window.tests.steps())).join()).toMatch(lateSteps)
    await whenIdle(owner, 'parts')
    expect(tabs.flatMap(tab => tab.errors)).toEqual([])
    // The clock is right again: what was stored under the wrong one stands in nobody's way.
    await setClocks(tabs, 0)
    const next = await others[0].page.evaluate(async () => {
      const { decision, done } = await window.tests.registry.trigger(window.tests.parts, {
        source: 'schedule',
        brings: 'nothing',
      })
      return { decision, outcome: (await done).status }
    })
    expect(next).toEqual({ decision: 'started', outcome: 'succeeded' })
  })
}

test('C16 the time zone changes during a run: it goes on, and its instants are those of before', async ({
  device,
  pages,
}) => {
  const [owner, ...others] = await openTabs(device, pages.url)
  pages.hold()
  await startIn(owner, others, 'parts')
  await expect.poll(() => pages.held()).toBe(1)
  const startedAt = Date.now()
  for (const { page } of [owner, ...others]) {
    const session = await device.context.newCDPSession(page)
    await session.send('Emulation.setTimezoneOverride', { timezoneId: 'Pacific/Kiritimati' })
    expect(await page.evaluate(() => new Date().getTimezoneOffset())).toBe(-14 * 60)
  }
  await whenRenewed(others[0], 3)
  pages.release()
  for (const tab of [owner, ...others]) await whenIdle(tab, 'parts')
  const runs = await runsOf(others[0], 'parts')
  expect(runs).toMatchObject([{ status: 'succeeded', takeovers: 0, attempts: 1 }])
  for (const at of [runs[0]?.startedAt, runs[0]?.endedAt])
    expect(Math.abs((at ?? 0) - startedAt)).toBeLessThan(60_000)
  expect([owner, ...others].flatMap(tab => tab.errors)).toEqual([])
})

async function openTabs(device: Device, url: string): Promise<[Tab, Tab, Tab]> {
  const tab = () => openTab(device, `${url}/?ttl=${ttlMs}`)
  return [await tab(), await tab(), await tab()]
}

async function setClocks(tabs: readonly Tab[], byMs: number): Promise<void> {
  await Promise.all(
    tabs.map(({ page }) =>
      page.evaluate(by => (Reflect.get(window, 'setClock') as (by: number) => void)(by), byMs),
    ),
  )
}

function stepsOf(tabs: readonly Tab[]): Promise<readonly (readonly string[])[]> {
  return Promise.all(tabs.map(({ page }) => page.evaluate(() => window.tests.steps())))
}
