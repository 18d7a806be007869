/** How soon after a trigger is the stage function called, when nobody runs? */
import { ours, peers, shared } from '../columns.ts'
import { inOneTab } from '../lib/measure.ts'
import type { Question } from '../lib/question.ts'
import type { Budget } from '../lib/row.ts'

const columns = [...ours, 'transaction', 'lock', ...peers] as const

const budgets = (atMost: number): readonly Budget[] =>
  shared.flatMap(column => [
    { column, statistic: 'p50', atMost, of: ['transaction', 'lock'] },
    { column, statistic: 'writes', atMost: 1 },
  ])

/** The presence lock is kept for a second after the last run. */
const coldAfterMs = 1_100

function startOf(name: string, state: string, atMost: number, restMs: number): Question {
  return {
    rows: () => [
      {
        name,
        title: `trigger → stage called, presence lock ${state}`,
        unit: 'ms',
        budgets: budgets(atMost),
      },
    ],
    measure: async house => ({ [name]: await inOneTab(house, name, 'start', columns, { restMs }) }),
  }
}

/** Right after another run. */
export const startWarm: Question = startOf('start-warm', 'warm', 1, 0)

/** The presence lock of the run before was given back. */
export const startCold: Question = startOf('start-cold', 'cold', 1.3, coldAfterMs)
