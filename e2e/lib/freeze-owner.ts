/** How long after the owner's process was frozen does another tab call the stage, and what does the owner do when it thaws? */
import type { Device, Tab } from './device.ts'
import type { Pages } from './pages.ts'
import { nextCall, openTab, startIn, whenIdle, whenRenewed } from './owner.ts'

/** What one freeze showed. */
export interface Freeze {
  /** From the freeze to the next call of the stage, ms. */
  readonly called: number
  /** What the thawed owner got wrong; empty when nothing. */
  readonly faults: readonly string[]
}

/**
 * Freezes the first tab while it waits for the server, its Web Lock held, just after a renewal: the
 * longest that the others have to wait. Its answer comes, and it thaws, while the new owner waits.
 */
export async function freezeOwner(tabs: readonly Tab[], pages: Pages): Promise<Freeze> {
  const [owner, ...others] = tabs
  const [witness] = others
  if (!owner || !witness) throw new Error('expected at least two tabs')
  const steps = await owner.page.evaluate(() => window.tests.steps().length)
  pages.hold()
  const { runId, callsBefore } = await startIn(owner, others, 'parts')
  await until(() => pages.held() === 1)
  await whenRenewed(witness, 1)
  const frozenAt = owner.freeze()
  const { calledAt, tab } = await nextCall(others, callsBefore)
  // The owner's own answer, and not yet that of the new one.
  await until(() => pages.held() === 2)
  pages.release(1)
  owner.thaw()
  await owner.page.waitForFunction(
    before =>
      window.tests
        .steps()
        .slice(before)
        .some(step => /^(?:refused|committed)/.test(step)),
    steps,
  )
  pages.release()
  for (const each of tabs) await whenIdle(each, 'parts')
  return {
    called: calledAt - frozenAt,
    faults: await findFaults({ owner, steps, heir: tab, others, runId }),
  }
}

/** Freezes an owner `times` times, among `count` tabs. */
export async function measureFreezes(
  device: Device,
  pages: Pages,
  ttlMs: number,
  count: number,
  times: number,
): Promise<readonly Freeze[]> {
  const freezes: Freeze[] = []
  const tabs: Tab[] = []
  while (tabs.length < count)
    tabs.push(await openTab(device, `${pages.url}/?rows=fenced&ttl=${ttlMs}`))
  for (let i = 0; i < times; i += 1) {
    // Each in its turn: what an owner went through must not spoil it for the next time.
    freezes.push(await freezeOwner([...tabs.slice(i % count), ...tabs.slice(0, i % count)], pages))
  }
  for (const { page } of tabs) await page.close()
  return freezes
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(resolve => setTimeout(resolve, 10))
}

/**
 * What the first part goes through in a tab that was frozen inside of it, and replaced. Which comes first
 * after the thaw is open: the store's answer that the lease is another's, or the end of the trust in it.
 */
export const lateSteps: RegExp = /^asks 1,got 1,refused lease-(?:lost|in-doubt)$/

interface Thawed {
  readonly owner: Tab
  /** How many steps the owner had gone before this run. */
  readonly steps: number
  readonly heir: Tab
  readonly others: readonly Tab[]
  readonly runId: string
}

async function findFaults({ owner, steps, heir, others, runId }: Thawed): Promise<string[]> {
  const seen = await owner.page.evaluate(
    async before => ({
      steps: window.tests.steps().slice(before),
      rows: (await window.tests.rows()).map(row => row.by),
      run: (await window.tests.registry.history(window.tests.parts)).runs[0],
    }),
    steps,
  )
  const heirName = await heir.page.evaluate(() => window.tests.tab)
  const faults: string[] = []
  const expect = (isSo: boolean, fault: string): void => void (isSo || faults.push(fault))
  expect(lateSteps.test(seen.steps.join()), `the late answer was worked with: ${seen.steps.join()}`)
  expect(
    seen.rows.every(by => by === heirName),
    'a row of the frozen tab is there',
  )
  expect(
    seen.run?.runId === runId && seen.run.status === 'succeeded' && seen.run.takeovers === 1,
    `the history says ${JSON.stringify(seen.run)}`,
  )
  for (const { errors } of [owner, ...others]) faults.push(...errors)
  return faults
}
