/** Tabs that cover each other: the one in front is visible and has the focus, the others are hidden, as in a person's browser. */
import { type BrowserContext, chromium } from '@playwright/test'
import { chromiumLaunch } from '../../scripts/lib/chromium.mjs'
import { freePort } from './free-port.ts'

/** A browser in which a tab is hidden while another one is in front. */
export interface CoveredTabs {
  readonly context: BrowserContext
  close(): Promise<void>
}

/** Starts it. In every other browser of the test tool each tab believes that it is in front: the tool says so to each page that it opens. */
export async function startCoveredTabs(): Promise<CoveredTabs> {
  const port = await freePort()
  const launched = await chromium.launch({
    ...chromiumLaunch,
    args: [...chromiumLaunch.args, `--remote-debugging-port=${port}`],
  })
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { noDefaults: true })
  const [context] = browser.contexts()
  if (!context) throw new Error('the browser has no profile of its own')
  return {
    context,
    async close() {
      await browser.close()
      await launched.close()
    },
  }
}
