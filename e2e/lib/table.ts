/** Tabs whose tasks do what a test says, and what became of the triggers in them. */
import type { Page } from '@playwright/test'
import type { TaskView } from '../../src/index.ts'
import type { TableTrigger, TableWork } from '../pages/window.ts'
import type { Device } from './device.ts'
import { expect } from './test.ts'

/** The two columns, and an automatic trigger that brings something. */
export const automatic: TableTrigger = { source: 'widget', brings: 'nothing' }
export const news: TableTrigger = { source: 'change', brings: 'news' }
export const press: TableTrigger = { source: 'manual' }

/** Both columns, for rows that treat them alike, or nearly so. */
export const both = [
  ['automatic', automatic],
  ['by the user', press],
] as const satisfies readonly [readonly ['automatic', unknown], readonly ['by the user', unknown]]

/** A tab of the page of the tables. */
export interface TableTab {
  readonly page: Page
  /** Signs in again, and watches again. */
  signIn(): Promise<void>
  /** What became of a trigger, as a cell reads: `deferred: paused`. */
  told(task: string, options: TableTrigger): Promise<string>
  /** How the run that answers a trigger stopped executing. */
  outcome(task: string, options: TableTrigger): Promise<string>
  does(work: TableWork): Promise<void>
  release(): Promise<void>
  /** The tasks whose stage was called here, in order. */
  called(): Promise<readonly string[]>
  view(task: string): Promise<TaskView>
  /** Waits until the key is in this state, as this tab sees it. */
  untilStatus(task: string, status: TaskView['status']): Promise<void>
  /** How the finished runs of the task ended, the oldest first. */
  ends(task: string): Promise<readonly string[]>
}

/** Signs in a page that shows the address of the tables, and watches its tasks. */
export async function useTable(page: Page, tasks: readonly string[]): Promise<TableTab> {
  const signIn = (): Promise<void> =>
    page.evaluate(async scopes => {
      const { registry } = window.table
      await registry.signIn('u1')
      for (const scope of scopes) registry.watch({ userId: 'u1', scope }).subscribe()
    }, tasks)
  await signIn()
  const view = (task: string): Promise<TaskView> =>
    page.evaluate(scope => window.table.registry.snapshot({ userId: 'u1', scope }), task)
  return {
    page,
    signIn,
    view,
    told: (task, options) =>
      page.evaluate(([name, asked]) => window.table.told(name, asked), [task, options] as const),
    outcome: (task, options) =>
      page.evaluate(([name, asked]) => window.table.outcome(name, asked), [task, options] as const),
    does: work => page.evaluate(next => window.table.does(next), work),
    release: () => page.evaluate(() => window.table.release()),
    called: () => page.evaluate(() => window.table.called()),
    async untilStatus(task, status) {
      await expect.poll(async () => (await view(task)).status).toBe(status)
    },
    ends: task =>
      page.evaluate(async scope => {
        const { runs } = await window.table.registry.history({ userId: 'u1', scope })
        return runs.map(run => run.status).toReversed()
      }, task),
  }
}

/** Opens a tab that knows these tasks. `places`: how many may run at once in it. */
export async function openTable(
  device: Device,
  url: string,
  tasks: readonly string[],
  places?: number,
): Promise<TableTab> {
  const asked = new URLSearchParams({
    tasks: tasks.join(','),
    ...(places === undefined ? {} : { places: String(places) }),
  })
  return useTable((await device.open(`${url}/table.html?${asked}`)).page, tasks)
}

/** Opens two of them. */
export async function openTables(
  device: Device,
  url: string,
  tasks: readonly string[],
): Promise<readonly [TableTab, TableTab]> {
  return [await openTable(device, url, tasks), await openTable(device, url, tasks)]
}
