/** A browser that Playwright drives: its own builds, and the system's Firefox. */
import { firefox, webkit } from '@playwright/test'
import type { Engine } from './engine.ts'

/** Starts it; `path` is `playwright` for Playwright's own build. */
export async function startWithPlaywright(
  name: 'firefox' | 'webkit',
  path: string,
): Promise<Engine> {
  const type = name === 'firefox' ? firefox : webkit
  const system = { channel: 'moz-firefox', executablePath: path }
  const browser = await type.launch(path === 'playwright' ? {} : system)
  const context = await browser.newContext()
  return {
    async open(url) {
      const page = await context.newPage()
      await page.goto(url)
      return {
        call: (work, argument) =>
          // The tool's types follow handles through arguments, which these are not.
          page.evaluate(work as never, argument) as never,
        async goTo(to) {
          await page.goto(to)
        },
        close: () => page.close(),
      }
    },
    close: () => browser.close(),
  }
}
