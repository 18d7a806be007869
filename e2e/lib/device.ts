/** What is one person's browser: its tabs, its storage on disk, and the death of a tab? */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { chromiumLaunch } from '../../scripts/lib/chromium.mjs'

/** One tab, in a process of its own. */
export interface Tab {
  readonly page: Page
  /** Kills its process, and resolves when the browser has seen that. Answers when it was killed, epoch ms. */
  kill(): Promise<number>
}

/** A browser with a profile of its own. */
export interface Device {
  readonly context: BrowserContext
  open(url: string): Promise<Tab>
  close(): Promise<void>
}

// A tab gets a process that no other tab uses and that was not started before it was asked for:
// so the new process is the new tab's.
const isolation = ['--process-per-tab', '--disable-features=SpareRendererForSitePerProcess']

/** Starts Chromium. The profile lies on disk: the test tool's own contexts keep IndexedDB in memory. */
export async function startDevice(): Promise<Device> {
  const profile = mkdtempSync(join(tmpdir(), 'leasehold-profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    ...chromiumLaunch,
    args: [...chromiumLaunch.args, ...isolation],
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
  })
  const browser = context.browser()
  if (!browser) throw new Error('the browser cannot be asked for its processes')
  const session = await browser.newBrowserCDPSession()

  return {
    context,
    async open(url) {
      const before = await renderers(session)
      const page = await context.newPage()
      await page.goto(url)
      const fresh = (await renderers(session)).filter(pid => !before.includes(pid))
      return {
        page,
        async kill() {
          const [pid] = fresh
          if (pid === undefined || fresh.length > 1)
            throw new Error(`expected one process for the tab, found ${fresh.join(', ') || 'none'}`)
          const crashed = page.waitForEvent('crash')
          const killedAt = Date.now()
          process.kill(pid, 'SIGKILL')
          await crashed
          return killedAt
        },
      }
    },
    async close() {
      await context.close()
      rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

async function renderers(session: CDPSession): Promise<readonly number[]> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
}
