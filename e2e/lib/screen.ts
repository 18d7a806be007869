/** Where on the demo's screen is what a person looks at? */
import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'

/** The sync card of the courses. */
export function card(page: Page): Locator {
  return page.getByRole('region', { name: 'Sync of courses' })
}

/** What stands below the button: what is the case, what else is known, what became of a press. */
export function said(page: Page): Locator {
  // Not what is read out: that stays when it is no longer the case.
  return card(page).locator('[part=status]')
}

/** Whether this tab runs the sync. */
export async function runsHere(page: Page): Promise<boolean> {
  return (await said(page).innerText()).includes('in this tab')
}

/** The button that says what is the case. */
export function syncButton(page: Page, label: string | RegExp): Locator {
  return card(page).getByRole('button', { name: label })
}

/** Signs in on the first screen and waits until everything was pulled. */
export async function signIn(page: Page, account: 'ada' | 'grace'): Promise<void> {
  await page.getByRole('button', { name: `Sign in as ${account}` }).click()
  await synced(page)
}

/** Waits until nothing runs and nothing waits. */
export async function synced(page: Page): Promise<void> {
  await expect(syncButton(page, 'Sync now')).toBeVisible()
  await expect(said(page)).toHaveText(/^Last success \d/)
  await expect(card(page)).not.toContainText('not sent yet')
}

/** Waits until a trigger of this tab came to nothing, or the run that it began or joined is over. */
export async function answeredHere(page: Page): Promise<void> {
  const lists = page.getByRole('list', { name: /^(Runs|Other triggers) of courses$/ })
  await expect(lists.filter({ hasText: 'in this tab' }).first()).toBeVisible()
}

/** The courses on screen. */
export function courseItems(page: Page): Locator {
  return page.getByRole('list', { name: 'Courses', exact: true }).getByRole('listitem')
}

/** Ticks the course of that title. */
export async function tick(page: Page, title: string): Promise<void> {
  await page.getByRole('checkbox', { name: `${title} is done` }).check()
}

/** The list of runs that the activity panel shows for the courses. */
export function runList(page: Page): Locator {
  return page.getByRole('list', { name: 'Runs of courses' })
}

/** These runs, the newest first. */
export function runs(page: Page): Locator {
  return runList(page).getByRole('listitem')
}

/** The newest of them. */
export function newestRun(page: Page): Locator {
  return runs(page).first()
}
