/** What came of owners that ended, round by round: when another tab went on, and how many transactions that took? */
import type { Tab } from '../../e2e/lib/device.ts'
import { shared } from '../columns.ts'
import type { House } from './house.ts'
import type { Values } from './row.ts'
import { nextCall, openTabs, roundOfTransaction, endsAfterMs } from './successor.ts'

/** Who ends, how, and before how many. */
export interface Ending {
  readonly site: string
  /** Columns, or variants of them. */
  readonly subjects: readonly string[]
  readonly tabs: number
  readonly rounds: number
  /** Answers when it ended, epoch ms. */
  readonly end: (owner: Tab) => Promise<number>
}

/** Each round ends one owner of each subject; the raw transaction is measured beside them. */
export async function measureEndings(
  house: House,
  { site, subjects, tabs: count, rounds, end }: Ending,
): Promise<Readonly<Record<string, Values>>> {
  const values = new Map<string, number[]>([...subjects, 'transaction'].map(name => [name, []]))
  const writes = new Map<string, number[]>(subjects.map(name => [name, []]))
  const tabs: Tab[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of subjects) {
      await openTabs(house, site, subjects, tabs, count)
      const [owner, ...others] = tabs
      if (!owner) throw new Error('no tab')
      await owner.page.evaluate(name => window.bench.lead(name), subject)
      for (const { page } of others) await page.evaluate(name => window.bench.follow(name), subject)
      await owner.page.waitForTimeout(endsAfterMs(subject, (round + 0.5) / rounds))
      const before = await writesOf(others)
      const endedAt = await end(owner)
      const called = await nextCall(others, subject, house.scale.patienceMs + 15_000)
      if (called === null) throw new Error(`${subject}: nobody went on`)
      values.get(subject)?.push(called - endedAt)
      await owner.page.close()
      tabs.shift()
      // At once: each waits until the one that went on has ended.
      await Promise.all(
        others.map(({ page }) => page.evaluate(name => window.bench.leave(name), subject)),
      )
      // Until here: who comes too late to take over may write after somebody was called.
      writes.get(subject)?.push((await writesOf(others)) - before - endsWith(subject))
    }
    const [left] = tabs
    if (left) values.get('transaction')?.push(await roundOfTransaction(left))
  }
  await house.clear()
  return Object.fromEntries(
    [...values].map(([subject, measured]) => {
      const counted = writes.get(subject)
      return [subject, { values: measured, ...(counted ? { writes: counted } : {}) }]
    }),
  )
}

/** Transactions that end the run which went on. */
function endsWith(subject: string): number {
  return (shared as readonly string[]).includes(subject) ? 1 : 0
}

async function writesOf(tabs: readonly Tab[]): Promise<number> {
  const counts = await Promise.all(
    tabs.map(({ page }) => page.evaluate(() => window.bench.counts().writes)),
  )
  return counts.reduce((sum, each) => sum + each, 0)
}
