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
  /** What a tab did not do that it should have: load, close, die, come back. */
  readonly faults: readonly string[]
  /** How many pages came back from the cache, and how many were loaded anew. */
  readonly returns: { cached: number; loaded: number }
  /** Opens tabs until there are `count`. */
  fill(count: number): Promise<void>
  kill(member: Member): Promise<void>
  freeze(member: Member, ms: number): void
  reload(member: Member): Promise<void>
  leave(member: Member, ms: number): Promise<void>
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
  const faults: string[] = []
  const returns = { cached: 0, loaded: 0 }
  const elsewhere = new URL('/api/trouble', url).href

  const drop = (member: Member): void => {
    members = members.filter(each => each !== member)
  }

  /** A tab that does not do what it is asked for is a fault, and is given up. */
  async function attempt(member: Member, what: string, action: Promise<unknown>): Promise<boolean> {
    try {
      await within(action, patienceMs, 'nothing happened')
      return true
    } catch (error) {
      faults.push(`${member.name} ${what}: ${error instanceof Error ? error.message : 'failed'}`)
      say(faults.at(-1) ?? '')
      drop(member)
      void member.tab.page.close().catch(() => undefined)
      return false
    }
  }

  async function close(member: Member): Promise<void> {
    drop(member)
    await attempt(member, 'is closed', member.tab.page.close())
  }

  const due = (state: Member['state'], all: boolean): readonly Member[] =>
    members.filter(each => each.state === state && (all || each.until <= Date.now()))

  async function comeBack(member: Member): Promise<void> {
    const { page } = member.tab
    const back = async (): Promise<void> => {
      // The page that is asked goes away over it.
      await page.evaluate(() => history.back()).catch(() => undefined)
      await whenShown(page)
    }
    if (!(await attempt(member, 'comes back', back()))) return
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
    faults,
    async fill(count) {
      while (members.length < count) {
        const tab = await device.open(url)
        const member: Member = { name: `tab ${++named}`, tab, state: 'awake', until: 0 }
        members.push(member)
        if (await attempt(member, 'is opened', whenShown(tab.page))) say(`${member.name} is opened`)
      }
    },
    async kill(member) {
      drop(member)
      if (await attempt(member, 'is killed', member.tab.kill())) await close(member)
    },
    freeze(member, ms) {
      member.tab.freeze()
      member.state = 'frozen'
      member.until = Date.now() + ms
    },
    async reload(member) {
      const { page } = member.tab
      await attempt(
        member,
        'is reloaded',
        page.reload().then(() => whenShown(page)),
      )
    },
    async leave(member, ms) {
      member.state = 'away'
      member.until = Date.now() + ms
      await attempt(member, 'goes elsewhere', member.tab.page.goto(elsewhere))
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
  await page.waitForSelector('h1')
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) document.documentElement.dataset['shown'] = 'from the cache'
    })
  })
}
