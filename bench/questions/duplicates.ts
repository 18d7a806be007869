/** What do ten thousand triggers cost that a run has already answered? */
import { shared } from '../columns.ts'
import { cannot, roundsIn } from '../lib/measure.ts'
import type { Answer, Question } from '../lib/question.ts'
import type { Budget, Measured } from '../lib/row.ts'

const thousand = 1_000
const ten = 10
const columns = [...shared, 'by-hand'] as const

/** One after the other, in the owner's tab. */
export const duplicates: Question = {
  needs: 'chromium',
  rows: ({ compared }) => [
    {
      name: 'duplicates',
      title: '10 000 triggers in the tab of the run, each',
      unit: 'µs',
      budgets: shared
        .filter(column => compared.includes(column))
        .flatMap((column): readonly Budget[] => [
          { column, statistic: 'p50', atMost: 20 },
          { column, statistic: 'writes', atMost: 0 },
        ]),
    },
    {
      name: 'duplicates-heap',
      title: 'heap that each of them leaves behind, after ten times as many',
      unit: 'bytes',
      budgets: shared
        .filter(column => compared.includes(column))
        .map(column => ({ column, statistic: 'p50', atMost: 1 })),
    },
  ],
  async measure(house) {
    const times: Record<string, Measured> = {}
    const heaps: Record<string, Measured> = {}
    const rounds = house.roundsOr(ten)
    const { duplicates: thousands, compared } = house.scale
    for (const column of columns.filter(each => compared.includes(each))) {
      // Each in a page of its own: the heap is the page's.
      const tab = await house.open('duplicates')
      const values: number[] = []
      const writes: number[] = []
      const left: number[] = []
      const measure = async () =>
        (
          await roundsIn(tab, {
            operation: 'duplicates',
            subjects: [column],
            rounds: thousands,
            warmUp: 0,
          })
        )[column] ?? []
      // What is compiled and what grows by doubling comes to rest; from then on each one that stays would show.
      for (let round = 0; round < ten; round += 1) await measure()
      let before = await house.heapOf(tab.page)
      for (let round = 0; round < rounds; round += 1) {
        const samples = await measure()
        const after = await house.heapOf(tab.page)
        values.push(...samples.map(({ ms }) => (ms * 1_000) / thousand))
        writes.push(samples.reduce((sum, { counts }) => sum + counts.writes, 0))
        left.push((after - before) / (thousands * thousand))
        before = after
      }
      times[column] = { values, writes }
      heaps[column] = { values: left }
      await house.clear()
    }
    const others = cannot(['bc-locks', 'bc', 'tab-election'], 'no run to join')
    return { duplicates: { ...times, ...others }, 'duplicates-heap': heaps } satisfies Answer
  },
}
