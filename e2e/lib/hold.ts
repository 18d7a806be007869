/** How is one request of a tab stopped before it leaves the browser? */
import type { Page } from '@playwright/test'

/** A request that was stopped. */
export interface Held {
  /** Resolves when the request was made. */
  readonly arrived: Promise<void>
  /** Lets this request, and all that follow, go on. */
  release(): Promise<void>
}

/** Stops the `nth` request of that kind; those before it go on. */
export async function holdRequest(page: Page, method: 'GET' | 'POST', nth: number): Promise<Held> {
  let seen = 0
  let arrive: () => void = () => undefined
  let release: () => void = () => undefined
  const arrived = new Promise<void>(resolve => {
    arrive = resolve
  })
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(/\/api\/courses\//, async route => {
    if (route.request().method() === method && ++seen >= nth) {
      arrive()
      await released
    }
    // A killed tab has nobody to go on for.
    await route.continue().catch(() => undefined)
  })
  return {
    arrived,
    async release() {
      release()
      await page.unroute(/\/api\/courses\//)
    },
  }
}
