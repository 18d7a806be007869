/** What does the end of a run cost, its row of history included? */
import { ours, peers, shared } from '../columns.ts'
import { inOneTab } from '../lib/measure.ts'
import type { Question } from '../lib/question.ts'

/** Peers give back what they held. */
export const settle: Question = {
  rows: () => [
    {
      name: 'settle',
      title: 'the stage returns → done',
      unit: 'ms',
      budgets: shared.flatMap(column => [
        { column, statistic: 'p50', atMost: 1.3, of: ['transaction'] },
        { column, statistic: 'writes', atMost: 1, atLeast: 1 },
      ]),
    },
  ],
  measure: async house => ({
    settle: await inOneTab(house, 'settle', 'settle', [...ours, 'transaction', ...peers]),
  }),
}
