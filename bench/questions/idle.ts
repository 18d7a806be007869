/** What does a minute cost in which nothing happens? */
import type { Page } from '@playwright/test'
import { type Column, ours } from '../columns.ts'
import type { Question } from '../lib/question.ts'
import type { Row } from '../lib/row.ts'
import type { Scale } from '../lib/scale.ts'

const keys = 10
/** Until what the opening began is over: a presence lock is kept for a second. */
const calmMs = 2_000

const measuredIn = ({ compared }: Scale): readonly Column[] => [...compared, 'memory']

const row = (scale: Scale, name: string, what: string): Row => ({
  name,
  title: `${what} of two tabs in an idle minute`,
  unit: 'count',
  budgets: ours
    .filter(column => measuredIn(scale).includes(column))
    .map(column => ({ column, statistic: 'worst', atMost: 0 })),
})

/** Ten keys are watched, nothing is armed, the channel is open. Of peers one tab leads and one waits. */
export const idle: Question = {
  rows: scale => [
    row(scale, 'idle-transactions', 'transactions'),
    row(scale, 'idle-timers', 'timers asked for or fired'),
    row(scale, 'idle-messages', 'messages and locks asked for'),
  ],
  async measure(house) {
    const pages: { readonly column: string; readonly both: readonly Page[] }[] = []
    for (const column of measuredIn(house.scale)) {
      const both = [await house.open(`idle-${column}`), await house.open(`idle-${column}`)]
      for (const [i, { page }] of both.entries()) {
        await page.evaluate(
          async ([name, count, isFirst]) => {
            const { bench } = window
            await bench.prepare([name])
            if (count > 0) {
              await bench.defineMany(name, 0, count)
              await bench.watchMany(name, 0, count)
            } else await (isFirst ? bench.lead(name) : bench.follow(name))
          },
          [column, (ours as readonly string[]).includes(column) ? keys : 0, i === 0] as const,
        )
      }
      pages.push({ column, both: both.map(({ page }) => page) })
    }
    await new Promise(resolve => setTimeout(resolve, calmMs))
    const before = await Promise.all(pages.map(({ both }) => countsOf(both)))
    await new Promise(resolve => setTimeout(resolve, house.idleMs))
    const after = await Promise.all(pages.map(({ both }) => countsOf(both)))
    const cells = (name: keyof Idle) =>
      Object.fromEntries(
        pages.map(({ column }, i) => [
          column,
          { values: [(after[i]?.[name] ?? Number.NaN) - (before[i]?.[name] ?? Number.NaN)] },
        ]),
      )
    return {
      'idle-transactions': cells('transactions'),
      'idle-timers': cells('timers'),
      'idle-messages': cells('messages'),
    }
  },
}

interface Idle {
  readonly transactions: number
  readonly timers: number
  readonly messages: number
}

async function countsOf(pages: readonly Page[]): Promise<Idle> {
  const counts = await Promise.all(pages.map(page => page.evaluate(() => window.bench.counts())))
  const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0)
  return {
    transactions: sum(counts.map(({ writes, reads }) => writes + reads)),
    timers: sum(counts.map(({ timers, fired }) => timers + fired)),
    messages: sum(counts.map(({ messages, locks }) => messages + locks)),
  }
}
