/** What is one person's browser: its tabs, its storage on disk, the death and the freezing of a tab? */
import {
  type BrowserContext,
  type CDPSession,
  chromium,
  type Disposable,
  type Page,
} from '@playwright/test'
import { chromiumLaunch } from '../../scripts/lib/chromium.mjs'
import { makeFolder, removeFolder } from './folder.ts'

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
  /** What of it `clear` undoes. */
  readonly context: Pick<BrowserContext, 'newCDPSession' | 'newPage' | 'setOffline'>
  open(url: string): Promise<Tab>
  /** Runs `script` in every page that is loaded from here on, before the page's own. */
  prepare(script: (names: readonly string[]) => void, names?: readonly string[]): Promise<void>
}

/** A browser that whoever started it closes. */
export interface StartedDevice extends Device {
  readonly context: BrowserContext
  /** No tab, nothing prepared, the network is there; what sites have stored stays. */
  clear(): Promise<void>
  close(): Promise<void>
}

/** How a browser differs from the one that most tests start. */
export interface DeviceOptions {
  /** More arguments. */
  readonly args?: readonly string[]
  /** Pages may go into the back-forward cache, and hidden ones are throttled, as in a person's browser. */
  readonly asShipped?: boolean
  /** Pages may start a service worker: a process more, which is no tab's. */
  readonly withWorker?: boolean
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
  withWorker = false,
}: DeviceOptions = {}): Promise<StartedDevice> {
  const profile = makeFolder('profile')
  const context = await chromium
    .launchPersistentContext(profile, {
      ...chromiumLaunch,
      args: [...chromiumLaunch.args, ...isolation, ...args],
      ...(asShipped ? { ignoreDefaultArgs: unlikeShipped } : {}),
      serviceWorkers: withWorker ? 'allow' : 'block',
      viewport: { width: 1280, height: 800 },
      locale: 'en-GB',
    })
    .catch((error: unknown) => {
      removeFolder(profile)
      throw error
    })
  const browser = context.browser()
  if (!browser) throw new Error('the browser cannot be asked for its processes')
  const session = await browser.newBrowserCDPSession()
  const frozen = new Set<number>()
  const prepared: Disposable[] = []

  /** A stopped process would not hear that its page is closed. */
  function thawAll(): void {
    for (const pid of frozen) process.kill(pid, 'SIGCONT')
    frozen.clear()
  }

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
    async prepare(script, names = []) {
      prepared.push(await context.addInitScript(script, names))
    },
    async clear() {
      thawAll()
      // The first one was there at the start: with the last one the browser would end.
      for (const page of context.pages().slice(1)) await page.close()
      for (const script of prepared.splice(0)) await script.dispose()
      await context.setOffline(false)
    },
    async close() {
      thawAll()
      await context.close()
      removeFolder(profile)
    },
  }
}

async function renderers(session: CDPSession): Promise<readonly number[]> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
}

/** What the page's console and its uncaught errors say from here on. */
export function listenForErrors(page: Page): readonly string[] {
  const errors: string[] = []
  page.on('pageerror', error => errors.push(String(error)))
  page.on('console', message => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}
