/** What does a trigger cost in the tab that runs the key? */
import { ours, peers, shared } from '../columns.ts'
import { cannot, inOneTab } from '../lib/measure.ts'
import type { Question } from '../lib/question.ts'

/** The run's lease is trusted: nothing is asked of the store. */
export const joinOwn: Question = {
  rows: () => [
    {
      name: 'join-own',
      title: "trigger in the run's own tab → answered",
      unit: 'ms',
      budgets: shared.map(column => ({ column, statistic: 'writes', atMost: 0 })),
    },
  ],
  measure: async house => ({
    'join-own': {
      ...(await inOneTab(house, 'join-own', 'join-own', [...ours, 'transaction'])),
      ...cannot(peers, 'no run to join'),
    },
  }),
}
