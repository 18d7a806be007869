/** What does each write of a run cost? */
import { ours, peers, shared } from '../columns.ts'
import { cannot, inOneTab } from '../lib/measure.ts'
import type { Question } from '../lib/question.ts'
import type { Row } from '../lib/row.ts'

const budgets: NonNullable<Row['budgets']> = shared.flatMap(column => [
  { column, statistic: 'p50', atMost: 1, of: ['transaction'] },
  { column, statistic: 'writes', atMost: 1, atLeast: 1 },
])

const operations = ['renew', 'commit', 'commit-write', 'seal'] as const

/** The raw transaction beside `commit-write` puts a row, too. */
export const writes: Question = {
  rows: () => [
    { name: 'renew', title: 'run.ensure(ms) that renews', unit: 'ms', budgets },
    { name: 'commit', title: 'run.commit(cursor)', unit: 'ms', budgets },
    {
      name: 'commit-write',
      title: 'run.commit(cursor, { write }) of one row',
      unit: 'ms',
      budgets: budgets.filter(({ statistic }) => statistic === 'writes'),
    },
    { name: 'seal', title: 'run.seal()', unit: 'ms', budgets },
  ],
  async measure(house, isAsked) {
    const answer: Record<string, Awaited<ReturnType<typeof inOneTab>>> = {}
    for (const operation of operations.filter(isAsked)) {
      const columns = operation === 'commit-write' ? shared : ours
      answer[operation] = {
        ...(await inOneTab(house, operation, operation, [...columns, 'transaction'])),
        ...(operation === 'commit-write' ? cannot(['memory'], 'no rows beside it') : {}),
        ...cannot(peers, 'stores nothing'),
      }
      await house.clear()
    }
    return answer
  },
}
