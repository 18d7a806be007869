/** Tabs of one device that know a task, and of which one runs it. */
import { patienceMs } from '../../scripts/lib/patience.mjs'
import type { HistoryRow } from '../../src/index.ts'
import type { Device, Tab } from './device.ts'

/** The tasks of the page that a measurement can start. */
export type Measured = 'gated' | 'parts'

/** Opens a tab in which the user is signed in and both tasks are watched. */
export async function openTab(device: Device, url: string): Promise<Tab> {
  const tab = await device.open(url)
  await tab.page.evaluate(async () => {
    const { registry, gated, parts } = window.tests
    await registry.signIn('u1')
    registry.watch(gated).subscribe()
    registry.watch(parts).subscribe()
  })
  return tab
}

/** Starts the task in `owner`, and waits until its stage was called there and the others know. */
export async function startIn(
  owner: Tab,
  others: readonly Tab[],
  task: Measured,
): Promise<{ readonly runId: string; readonly callsBefore: readonly number[] }> {
  const ownCalls = await callsOf(owner)
  const runId = await owner.page.evaluate(
    async name => (await window.tests.registry.trigger(window.tests[name])).runId ?? '',
    task,
  )
  await owner.page.waitForFunction(before => window.tests.calls() > before, ownCalls)
  for (const { page } of others) {
    await page.waitForFunction(
      ([name, id]) => window.tests.registry.snapshot(window.tests[name]).running?.runId === id,
      [task, runId] as const,
    )
  }
  return { runId, callsBefore: await Promise.all(others.map(callsOf)) }
}

/** Waits until one of the tabs called the stage again; answers when, epoch ms, and which one. */
export function nextCall(
  others: readonly Tab[],
  callsBefore: readonly number[],
): Promise<{ readonly calledAt: number; readonly tab: Tab }> {
  return Promise.any(
    others.map(async (tab, i) => {
      await tab.page.waitForFunction(before => window.tests.calls() > before, callsBefore[i] ?? 0, {
        timeout: patienceMs,
      })
      return { calledAt: await tab.page.evaluate(() => window.tests.calledAt()), tab }
    }),
  )
}

/** Waits until the run has ended, as `tab` sees it. */
export async function whenIdle({ page }: Tab, task: Measured): Promise<void> {
  await page.waitForFunction(
    name => window.tests.registry.snapshot(window.tests[name]).status === 'idle',
    task,
  )
}

/** The finished runs of a task, the newest first, as `tab` reads them. */
export async function runsOf({ page }: Tab, task: Measured): Promise<readonly HistoryRow[]> {
  const { runs } = await page.evaluate(
    name => window.tests.registry.history(window.tests[name]),
    task,
  )
  return runs
}

/** Resolves when the lease of `parts` was renewed so many times, as this tab hears it. */
export function whenRenewed({ page }: Tab, times: number): Promise<void> {
  return page.evaluate(
    wanted =>
      new Promise<void>(resolve => {
        const { registry, parts } = window.tests
        const seen = new Set<number>()
        const watching = registry.watch(parts).subscribe(({ running }) => {
          if (running) seen.add(running.leaseExpiresAt)
          if (seen.size <= wanted) return
          resolve()
          queueMicrotask(() => watching.unsubscribe())
        })
      }),
    times,
  )
}

function callsOf({ page }: Tab): Promise<number> {
  return page.evaluate(() => window.tests.calls())
}
