/** How soon is the function called in another tab when the one that runs it is killed, or closed? */
import type { Page } from '@playwright/test'
import type { Tab } from '../../e2e/lib/device.ts'
import type { Column } from '../columns.ts'
import type { House } from '../lib/house.ts'
import { cannot } from '../lib/measure.ts'
import type { Question } from '../lib/question.ts'
import type { MeasuredRow } from '../lib/row.ts'
import { nextCall, openTabs, roundOfTransaction } from '../lib/successor.ts'

interface Ending {
  readonly site: string
  readonly columns: readonly Column[]
  readonly tabs: number
  readonly rounds: number
  /** Answers when it ended, epoch ms. */
  readonly end: (owner: Tab) => Promise<number>
}

const hundred = 100

/** Of the tabs that are left all wait; one of them goes on. */
export const takeover: Question = {
  needs: 'chromium',
  rows: ({ few: tabs, crowd }) => [
    {
      name: 'kill',
      title: `process of the owner killed, ${tabs} tabs → called elsewhere`,
      unit: 'ms',
      budgets: [
        { column: 'idb', statistic: 'p95', atMost: 100 },
        { column: 'idb', statistic: 'writes', atMost: 1 },
      ],
    },
    {
      name: 'kill-crowd',
      title: `process of the owner killed, ${crowd} tabs → called elsewhere`,
      unit: 'ms',
      budgets: [
        { column: 'idb', statistic: 'p95', atMost: 200 },
        { column: 'idb', statistic: 'writes', atMost: 1 },
      ],
    },
    {
      name: 'close',
      title: `tab of the owner closed, ${tabs} tabs → called elsewhere`,
      unit: 'ms',
      budgets: [{ column: 'idb', statistic: 'writes', atMost: 1 }],
    },
  ],
  async measure(house) {
    const { few: tabs, crowd, compared } = house.scale
    const rounds = Math.min(house.rounds, hundred)
    const kill = (owner: Tab): Promise<number> => owner.kill()
    return {
      kill: await measureEndings(house, {
        site: 'kill',
        columns: compared,
        tabs,
        rounds,
        end: kill,
      }),
      'kill-crowd': await measureEndings(house, {
        site: 'kill-crowd',
        columns: ['idb', 'by-hand'],
        tabs: crowd,
        rounds,
        end: kill,
      }),
      close: await measureEndings(house, {
        site: 'close',
        columns: compared,
        tabs,
        rounds,
        end: close,
      }),
    }
  },
}

async function close({ page }: Tab): Promise<number> {
  const closedAt = Date.now()
  await page.close()
  return closedAt
}

/** Each round ends one owner of each column. */
async function measureEndings(
  house: House,
  { site, columns, tabs: count, rounds, end }: Ending,
): Promise<MeasuredRow['cells']> {
  const values = new Map<Column, number[]>(
    [...columns, 'transaction' as const].map(name => [name, []]),
  )
  const writes = new Map<Column, number[]>(columns.map(name => [name, []]))
  const tabs: Tab[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const column of columns) {
      await openTabs(house, site, columns, tabs, count)
      const [owner, ...others] = tabs
      if (!owner) throw new Error('no tab')
      await owner.page.evaluate(name => window.bench.lead(name), column)
      for (const { page } of others) await page.evaluate(name => window.bench.follow(name), column)
      const before = await writesOf(others)
      const endedAt = await end(owner)
      const called = await nextCall(others, column, house.scale.patienceMs + 15_000)
      if (called === null) throw new Error(`${column}: nobody went on`)
      values.get(column)?.push(called - endedAt)
      writes.get(column)?.push((await writesOf(others)) - before)
      await owner.page.close()
      tabs.shift()
      // At once: each waits until the one that went on has ended.
      await Promise.all(
        others.map(({ page }) => page.evaluate(name => window.bench.leave(name), column)),
      )
    }
    const [left] = tabs
    if (left) values.get('transaction')?.push(await roundOfTransaction(left))
  }
  await house.clear()
  return {
    ...Object.fromEntries(
      [...values].map(([column, measured]) => [
        column,
        { values: measured, ...(writes.has(column) ? { writes: writes.get(column) } : {}) },
      ]),
    ),
    ...cannot(['memory'], 'tabs share no memory'),
  }
}

async function writesOf(tabs: readonly { readonly page: Page }[]): Promise<number> {
  const counts = await Promise.all(
    tabs.map(({ page }) => page.evaluate(() => window.bench.counts().writes)),
  )
  return counts.reduce((sum, each) => sum + each, 0)
}
