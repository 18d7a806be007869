/** How long does a page take until a library works in it? */
import { type Column, ours, shared } from '../columns.ts'
import { cannot, warmUpOf } from '../lib/measure.ts'
import type { Question } from '../lib/question.ts'
import type { StartUp } from '../pages/window.ts'

const columns = [...ours, 'transaction', 'bc-locks', 'tab-election'] as const

/** From a server on this machine and a warm cache; the database exists already. */
export const startup: Question = {
  rows: () => [
    { name: 'startup-import', title: 'import of the module', unit: 'ms' },
    { name: 'startup-open', title: 'then until signed in, or elected', unit: 'ms' },
    { name: 'startup-view', title: 'then until the first view', unit: 'ms' },
    {
      name: 'startup-writes',
      title: 'transactions of all that which may write',
      unit: 'count',
      budgets: shared.map(column => ({ column, statistic: 'worst', atMost: 1, atLeast: 1 })),
    },
  ],
  async measure(house) {
    const taken = new Map<Column, StartUp[]>(columns.map(column => [column, []]))
    const { page } = await house.open('startup', '/startup.html?column=memory')
    const warmUp = warmUpOf(house)
    for (let round = -warmUp; round < house.rounds; round += 1) {
      for (const [column, measured] of taken) {
        await page.goto(`${house.pages.site('startup')}/startup.html?column=${column}`)
        const one = await page.evaluate(() => window.startUp)
        if (round >= 0) measured.push(one)
      }
    }
    const cells = (part: keyof StartUp) =>
      Object.fromEntries(
        [...taken].map(([column, measured]) => {
          const values = measured.flatMap(({ [part]: ms }) => (ms === null ? [] : [ms]))
          return [column, values.length > 0 ? { values } : { cannot: 'no view' }]
        }),
      )
    const byHand = cannot(['by-hand'], 'nothing to load or open')
    return {
      'startup-import': { ...cells('import'), ...byHand },
      'startup-open': { ...cells('open'), ...byHand },
      'startup-view': { ...cells('view'), ...byHand },
      'startup-writes': { ...cells('writes'), ...byHand },
    }
  },
}
