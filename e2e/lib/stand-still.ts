/** How does a page show the same times at every run? */
import type { Page } from '@playwright/test'

/**
 * Loads this page, from its next navigation on, with a clock that stands still. The tool's own clock would stand
 * still in the whole browser, which later tests share. `at`: epoch ms.
 */
export async function standStill(page: Page, at: number): Promise<void> {
  await page.addInitScript(stopClock, at)
}

function stopClock(at: number): void {
  globalThis.Date = new Proxy(Date, {
    construct: (target, given: unknown[], newTarget) =>
      Reflect.construct(target, given.length === 0 ? [at] : given, newTarget) as Date,
    get: (target, name, receiver) =>
      name === 'now' ? () => at : (Reflect.get(target, name, receiver) as unknown),
  })
}
