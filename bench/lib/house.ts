/** What does every question measure with: a browser, its tabs, the pages? */
import { firefox, type Page } from '@playwright/test'
import {
  type Device,
  listenForErrors,
  type StartedDevice,
  startDevice,
  type Tab,
} from '../../e2e/lib/device.ts'
import { type BenchOptions, defaultRounds } from './options.ts'
import { type BenchPages, coarse, startBenchPages } from './pages.ts'
import { fullScale, type Scale, smallScale } from './scale.ts'
import { makeFolder, removeFolder } from '../../e2e/lib/folder.ts'

/** Where all is measured. */
export interface House {
  readonly rounds: number
  /** As many as the command line asked for; else `ownDefault`, of what takes long. */
  roundsOr(ownDefault: number): number
  readonly idleMs: number
  readonly scale: Scale
  readonly browser: string
  readonly pages: BenchPages
  /** For measurements with pages of their own. */
  readonly device: Device
  /** A tab on the bench's page of a site. */
  open(site: string, path?: string): Promise<Tab>
  /** No tab. Throws what the console of one has complained about: nobody knows what was measured there. */
  clear(): Promise<void>
  /** What a page holds after collections, when nothing more is let go, bytes. */
  heapOf(page: Page): Promise<number>
  close(): Promise<void>
}

type Browser = StartedDevice

/** A collection that frees less found nothing that was still under way. */
const calmBytes = 4_096
const calmAfterMs = 250

/** Starts the browser on a profile that lies on disk, and the pages. */
export async function openHouse(options: BenchOptions): Promise<House> {
  const pages = await startBenchPages()
  const browser = await (options.firefox ? startFirefox() : startDevice()).catch(
    async (error: unknown) => {
      await pages.close()
      throw error
    },
  )
  const { context } = browser
  const opened: Tab[] = []
  return {
    rounds: options.rounds ?? defaultRounds,
    roundsOr: ownDefault => options.rounds ?? ownDefault,
    idleMs: options.idleMs,
    scale: options.small ? smallScale : fullScale,
    browser: `${options.firefox ? 'Firefox' : 'Chromium'} ${context.browser()?.version() ?? ''}`,
    pages,
    device: browser,
    async open(site, path = '/') {
      const tab = await browser.open(pages.site(site) + path)
      opened.push(tab)
      const isFine = await tab.page.evaluate(() => crossOriginIsolated)
      if (!isFine && !path.endsWith(coarse))
        throw new Error('the page has coarse timers: it is not isolated from other origins')
      return tab
    },
    async clear() {
      await browser.clear()
      const said = opened.splice(0).flatMap(({ errors }) => errors)
      if (said.length > 0) throw new Error(`a page complained: ${said.join('; ')}`)
    },
    async heapOf(page) {
      const session = await context.newCDPSession(page)
      try {
        // What is still under way holds heap, and lets it go a moment later: until nothing more goes.
        let before = Number.POSITIVE_INFINITY
        for (;;) {
          await session.send('HeapProfiler.collectGarbage')
          const { usedSize } = await session.send('Runtime.getHeapUsage')
          if (usedSize > before - calmBytes) return Math.min(usedSize, before)
          before = usedSize
          await new Promise(resolve => setTimeout(resolve, calmAfterMs))
        }
      } finally {
        await session.detach()
      }
    },
    async close() {
      await browser.close()
      await pages.close()
    },
  }
}

/** The system's Firefox, or Playwright's own. Its processes cannot be told apart: nothing is killed in it. */
async function startFirefox(): Promise<Browser> {
  const profile = makeFolder('firefox')
  const path = process.env['LEASEHOLD_FIREFOX'] ?? 'playwright'
  const context = await firefox
    .launchPersistentContext(
      profile,
      path === 'playwright' ? {} : { channel: 'moz-firefox', executablePath: path },
    )
    .catch((error: unknown) => {
      removeFolder(profile)
      throw error
    })
  const never = (): never => {
    throw new Error('no process of Firefox is stopped or killed')
  }
  return {
    context,
    async open(url) {
      const page = await context.newPage()
      const errors = listenForErrors(page)
      await page.goto(url)
      return { page, errors, kill: never, freeze: never, thaw: never }
    },
    async prepare(script, names = []) {
      await context.addInitScript(script, names)
    },
    async clear() {
      for (const page of context.pages().slice(1)) await page.close()
    },
    async close() {
      await context.close()
      removeFolder(profile)
    },
  }
}
