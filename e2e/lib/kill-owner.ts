/** How long after the owner's process was killed does another tab call the stage? */
import type { Device, Tab } from './device.ts'
import { nextCall, openTab, startIn, whenIdle } from './owner.ts'

/** The times of one kill, ms. */
export interface Kill {
  /** Until the stage was called in another tab. */
  readonly called: number
  /** Until the browser gave another tab a plain Web Lock that the dead one had held: its part of the time. */
  readonly lock: number
}

/** Kills the first tab of `tabs` in the middle of a run; answers the tabs that are left. */
export async function killOwner(tabs: readonly Tab[]): Promise<Kill & { readonly left: Tab[] }> {
  const [owner, ...others] = tabs
  if (!owner) throw new Error('no tab')
  const { callsBefore } = await startIn(owner, others, 'gated')
  const lock = `plain ${Math.random()}`
  await holdLock(owner, lock)
  const granted = Promise.any(others.map(tab => whenGranted(tab, lock)))
  // Asked before the kill: each answer of a page shows that its request is on its way.
  for (const { page } of others) await page.evaluate(() => undefined)
  const killedAt = await owner.kill()
  const { calledAt, tab } = await nextCall(others, callsBefore)
  const grantedAt = await granted
  await tab.page.evaluate(() => window.tests.release())
  for (const other of others) await whenIdle(other, 'gated')
  await owner.page.close()
  return { called: calledAt - killedAt, lock: grantedAt - killedAt, left: others }
}

/** Kills `times` owners, one after the other, among `count` tabs. */
export async function measureKills(
  device: Device,
  url: string,
  count: number,
  times: number,
): Promise<readonly Kill[]> {
  const kills: Kill[] = []
  let tabs: Tab[] = []
  for (let i = 0; i < times; i += 1) {
    while (tabs.length < count) tabs.push(await openTab(device, url))
    const { left, ...kill } = await killOwner(tabs)
    kills.push(kill)
    tabs = left
  }
  for (const { page } of tabs) await page.close()
  return kills
}

function holdLock({ page }: Tab, name: string): Promise<void> {
  return page.evaluate(
    lock =>
      new Promise<void>(resolve => {
        void navigator.locks.request(lock, () => {
          resolve()
          return new Promise(() => undefined)
        })
      }),
    name,
  )
}

function whenGranted({ page }: Tab, name: string): Promise<number> {
  return page.evaluate(
    lock => navigator.locks.request(lock, { mode: 'shared' }, () => Date.now()),
    name,
  )
}
