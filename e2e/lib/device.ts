/** What is one person's browser: its tabs, its storage on disk, the death and the freezing of a tab? */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { chromiumLaunch } from '../../scripts/lib/chromium.mjs'

/** One tab, in a process of its own. */
export interface Tab {
  readonly page: Page
  /** What the page's console and its uncaught errors said, as a person with the tools open sees it. */
  readonly errors: readonly string[]
  /** Kills its process, and resolves when the browser has seen that. Answers when it was killed, epoch ms. */
  kill(): Promise<number>
  /** Stops its process where it is; answers when, epoch ms. Nothing of it runs until `thaw`. */
  freeze(): number
  /** Lets it go on. */
  thaw(): void
}

/** A browser with a profile of its own. */
export interface Device {
  readonly context: BrowserContext
  open(url: string): Promise<Tab>
  close(): Promise<void>
}

/** How a browser differs from the one that most tests start. */
export interface DeviceOptions {
  /** More arguments. */
  readonly args?: readonly string[]
  /** Pages may go into the back-forward cache, and hidden ones are throttled, as in a person's browser. */
  readonly asShipped?: boolean
}

// A tab gets a process that no other tab uses and that was not started before it was asked for:
// so the new process is the new tab's.
const isolation = ['--process-per-tab', '--disable-features=SpareRendererForSitePerProcess']

// What the test tool adds and no person's browser has.
const unlikeShipped = [
  '--disable-back-forward-cache',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
]

/** Starts Chromium. The profile lies on disk: the test tool's own contexts keep IndexedDB in memory. */
export async function startDevice({
  args = [],
  asShipped = false,
}: DeviceOptions = {}): Promise<Device> {
  const profile = mkdtempSync(join(tmpdir(), 'leasehold-profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    ...chromiumLaunch,
    args: [...chromiumLaunch.args, ...isolation, ...args],
    ...(asShipped ? { ignoreDefaultArgs: unlikeShipped } : {}),
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
  })
  const browser = context.browser()
  if (!browser) throw new Error('the browser cannot be asked for its processes')
  const session = await browser.newBrowserCDPSession()
  const frozen = new Set<number>()

  return {
    context,
    async open(url) {
      const before = await renderers(session)
      const page = await context.newPage()
      const errors = listenForErrors(page)
      await page.goto(url)
      const fresh = (await renderers(session)).filter(pid => !before.includes(pid))
      const pidOf = (): number => {
        const [pid] = fresh
        if (pid === undefined || fresh.length > 1)
          throw new Error(`expected one process for the tab, found ${fresh.join(', ') || 'none'}`)
        return pid
      }
      return {
        page,
        errors,
        async kill() {
          const pid = pidOf()
          const crashed = page.waitForEvent('crash')
          const killedAt = Date.now()
          process.kill(pid, 'SIGKILL')
          frozen.delete(pid)
          await crashed
          return killedAt
        },
        freeze() {
          const pid = pidOf()
          process.kill(pid, 'SIGSTOP')
          frozen.add(pid)
          return Date.now()
        },
        thaw() {
          const pid = pidOf()
          process.kill(pid, 'SIGCONT')
          frozen.delete(pid)
        },
      }
    },
    async close() {
      // A stopped process would not hear that the browser closes.
      for (const pid of frozen) process.kill(pid, 'SIGCONT')
      await context.close()
      rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

async function renderers(session: CDPSession): Promise<readonly number[]> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
}

function listenForErrors(page: Page): readonly string[] {
  const errors: string[] = []
  page.on('pageerror', error => errors.push(String(error)))
  page.on('console', message => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}
