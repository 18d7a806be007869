/** Tabs that wait to go on where another one stopped, and which of them did. */
import { errors } from '@playwright/test'
import type { Tab } from '../../e2e/lib/device.ts'
import type { House } from './house.ts'
import { coarse } from './pages.ts'
import { roundsIn } from './measure.ts'

/** Opens tabs until there are `count`, each ready for all of these subjects. */
export async function openTabs(
  house: House,
  site: string,
  subjects: readonly string[],
  tabs: Tab[],
  count: number,
): Promise<void> {
  while (tabs.length < count) {
    const tab = await house.open(site, `/${coarse}`)
    await tab.page.evaluate(names => window.bench.prepare(names), subjects)
    tabs.push(tab)
  }
}

/** When the function was called in one of them, epoch ms; `null` when it was in none for so long. */
export async function nextCall(
  tabs: readonly Tab[],
  subject: string,
  patienceMs: number,
): Promise<number | null> {
  try {
    return await Promise.any(
      tabs.map(async ({ page }) => {
        await page.waitForFunction(name => window.bench.calledAt(name) > 0, subject, {
          timeout: patienceMs,
          polling: 10,
        })
        return page.evaluate(name => window.bench.calledAt(name), subject)
      }),
    )
  } catch (error) {
    // Whatever else went wrong in a tab is no answer to "does anybody go on?".
    for (const reason of error instanceof AggregateError ? error.errors : [error])
      if (!(reason instanceof errors.TimeoutError)) throw reason
    return null
  }
}

/** Who looks for a leader that is gone by a timer does so as often, ms: `fallbackInterval` of broadcast-channel. */
const looksEveryMs: Readonly<Record<string, number>> = { bc: 3_000 }

/**
 * How long after its followers began an owner ends, ms: this part of the time between two of their looks.
 * It ends at any instant of it; right after a look, as a test would have it, is the worst.
 */
export function endsAfterMs(subject: string, part: number): number {
  return part * (looksEveryMs[subject] ?? 0)
}

/** One raw transaction in a tab, ms. */
export async function roundOfTransaction(tab: Tab): Promise<number> {
  const { transaction = [] } = await roundsIn(tab, {
    operation: 'commit',
    subjects: ['transaction'],
    rounds: 1,
    warmUp: 1,
  })
  return transaction[0]?.ms ?? Number.NaN
}
