/** How soon after a trigger is the stage function called, when nobody runs? */
import { ours, peers, shared } from '../columns.ts'
import { inOneTab } from '../lib/measure.ts'
import type { Question } from '../lib/question.ts'
import type { Budget } from '../lib/row.ts'

const columns = [...ours, 'transaction', 'lock', ...peers] as const

interface Presence {
  readonly state: 'warm' | 'cold'
  /** Medians of a raw transaction and a raw Web Lock that a start may take. */
  readonly atMost: number
  /** Web Locks that each start asks for: so the lock was as warm, or as cold, as the row says. */
  readonly locks: number
  readonly restMs: number
}

const budgetsOf = ({ atMost, locks }: Presence): readonly Budget[] =>
  shared.flatMap(column => [
    { column, statistic: 'p50', atMost, of: ['transaction', 'lock'] },
    { column, statistic: 'writes', atMost: 1, atLeast: 1 },
    { column, statistic: 'locks', atMost: locks, atLeast: locks },
  ])

/** The presence lock is kept for a second after the last run. */
const coldAfterMs = 1_100

function startOf(name: string, presence: Presence): Question {
  const { state, restMs } = presence
  return {
    rows: () => [
      {
        name,
        title: `trigger → stage called, presence lock ${state}`,
        unit: 'ms',
        budgets: budgetsOf(presence),
      },
    ],
    measure: async house => ({ [name]: await inOneTab(house, name, 'start', columns, { restMs }) }),
  }
}

/** Right after another run. */
export const startWarm: Question = startOf('start-warm', {
  state: 'warm',
  atMost: 1,
  locks: 0,
  restMs: 0,
})

/** The presence lock of the run before was given back. */
export const startCold: Question = startOf('start-cold', {
  state: 'cold',
  atMost: 1.3,
  locks: 1,
  restMs: coldAfterMs,
})
