/** How soon does every other tab show what was committed in one? */
import type { Column } from '../columns.ts'
import { shared } from '../columns.ts'
import type { House } from '../lib/house.ts'
import { cannot, roundsIn, toCells, warmUpOf } from '../lib/measure.ts'
import type { Answer, Question } from '../lib/question.ts'
import type { Row } from '../lib/row.ts'

const observed = [...shared, 'hop', 'bc-locks', 'tab-election'] as const satisfies readonly Column[]

const nameOf = (tabs: number): string => (tabs === 1 ? 'view' : `view-${tabs}`)

/** By the clock of the tab that commits; peers tell a state that they do not store. */
export const view: Question = {
  rows: ({ watchingTabs }) =>
    watchingTabs.map(
      (tabs): Row => ({
        name: nameOf(tabs),
        title: `commit in one tab → view emitted in ${tabs === 1 ? 'another' : `all of ${tabs} others`}`,
        unit: 'ms',
        budgets:
          tabs === 1
            ? shared.map(column => ({
                column,
                statistic: 'p50',
                atMost: 1.3,
                of: ['transaction', 'hop'],
              }))
            : [],
      }),
    ),
  async measure(house, isAsked) {
    const answer: Record<string, Answer[string]> = {}
    for (const tabs of house.scale.watchingTabs.filter(count => isAsked(nameOf(count)))) {
      answer[nameOf(tabs)] = await withWatchers(house, tabs)
      await house.clear()
    }
    return answer
  },
}

async function withWatchers(house: House, tabs: number): Promise<Answer[string]> {
  const site = `view-${tabs}`
  const owner = await house.open(site)
  await owner.page.evaluate(names => window.bench.prepare(names), observed)
  for (let n = 0; n < tabs; n += 1) {
    const { page } = await house.open(site)
    await page.evaluate(async names => {
      await window.bench.prepare(names)
      window.bench.witness(names)
    }, observed)
  }
  await owner.page.evaluate(others => window.bench.meet(others), tabs)
  const samples = await roundsIn(owner, {
    operation: 'view',
    subjects: [...observed, 'transaction'],
    rounds: house.rounds,
    warmUp: warmUpOf(house),
  })
  return {
    ...toCells(samples),
    ...cannot(['memory'], 'tabs share no memory'),
    ...cannot(['by-hand'], 'a lock tells nothing'),
    ...cannot(['bc'], 'as with Web Locks: a message'),
  }
}
