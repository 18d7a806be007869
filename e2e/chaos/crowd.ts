/** Who are the tabs of the device, and what happened to each? */
import type { Page } from '@playwright/test'
import type { Device, Tab } from '../lib/device.ts'
import { within } from './within.ts'

/** One tab. */
export interface Member {
  readonly name: string
  readonly tab: Tab
  /** `away`: the page is in the back-forward cache, or gone, and another one is shown. */
  state: 'awake' | 'frozen' | 'away'
  /** When it thaws or comes back, epoch ms. */
  until: number
}

/** The tabs of a device. */
export interface Crowd {
  awake(): readonly Member[]
  all(): readonly Member[]
  /** How many pages came back from the cache, and how many were loaded anew. */
  readonly returns: { cached: number; loaded: number }
  /** Opens tabs until there are `count`. */
  fill(count: number): Promise<void>
  kill(member: Member): Promise<void>
  freeze(member: Member, ms: number): void
  reload(member: Member): Promise<void>
  leave(member: Member, ms: number): Promise<void>
  close(member: Member): Promise<void>
  /** Thaws whoever is due; with `all` everybody. */
  thaw(all?: boolean): void
  /** Brings back whoever is due; with `all` everybody. */
  comeBack(all?: boolean): Promise<void>
}

const patienceMs = 30_000

/** None yet. `say` is told what happens by itself. */
export function createCrowd(device: Device, url: string, say: (line: string) => void): Crowd {
  let members: Member[] = []
  let named = 0
  const returns = { cached: 0, loaded: 0 }
  const elsewhere = new URL('/api/trouble', url).href

  const drop = (member: Member): void => {
    members = members.filter(each => each !== member)
  }

  async function close(member: Member): Promise<void> {
    drop(member)
    await within(member.tab.page.close(), patienceMs, `${member.name} does not close`)
  }

  const due = (state: Member['state'], all: boolean): readonly Member[] =>
    members.filter(each => each.state === state && (all || each.until <= Date.now()))

  async function comeBack(member: Member): Promise<void> {
    const { page } = member.tab
    const back = page.evaluate(() => history.back())
    // The page that is asked goes away over it.
    await within(
      back.catch(() => undefined),
      patienceMs,
      `${member.name} does not leave`,
    )
    const isThere = await page.waitForSelector('h1', { timeout: patienceMs }).catch(() => null)
    if (isThere === null) {
      say(`${member.name} did not come back`)
      return close(member)
    }
    const cached = await page.evaluate(
      () => document.documentElement.dataset['shown'] === 'from the cache',
    )
    returns[cached ? 'cached' : 'loaded'] += 1
    say(`${member.name} is back, ${cached ? 'from the cache' : 'loaded anew'}`)
    member.state = 'awake'
    // Loaded anew it may be in another process, which nobody could kill or freeze by its number.
    if (!cached) await close(member)
  }

  return {
    all: () => members,
    awake: () => members.filter(({ state }) => state === 'awake'),
    returns,
    close,
    async fill(count) {
      while (members.length < count) {
        const name = `tab ${++named}`
        const tab = await device.open(url)
        members.push({ name, tab, state: 'awake', until: 0 })
        await whenShown(tab.page)
        await noteReturns(tab.page)
        say(`${name} is opened`)
      }
    },
    async kill(member) {
      drop(member)
      await within(member.tab.kill(), patienceMs, `${member.name} does not die`)
      await within(member.tab.page.close(), patienceMs, `${member.name} does not close`)
    },
    freeze(member, ms) {
      member.tab.freeze()
      member.state = 'frozen'
      member.until = Date.now() + ms
    },
    async reload({ name, tab }) {
      await within(tab.page.reload(), patienceMs, `${name} does not load`)
      await whenShown(tab.page)
      await noteReturns(tab.page)
    },
    async leave(member, ms) {
      member.state = 'away'
      member.until = Date.now() + ms
      await within(member.tab.page.goto(elsewhere), patienceMs, `${member.name} does not leave`)
    },
    thaw(all = false) {
      for (const member of due('frozen', all)) {
        member.tab.thaw()
        member.state = 'awake'
        say(`${member.name} thaws`)
      }
    },
    async comeBack(all = false) {
      for (const member of due('away', all)) await comeBack(member)
    },
  }
}

async function whenShown(page: Page): Promise<void> {
  await page.waitForSelector('h1', { timeout: patienceMs })
}

async function noteReturns(page: Page): Promise<void> {
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => {
      document.documentElement.dataset['shown'] = persisted ? 'from the cache' : 'loaded'
    })
  })
}
