/** What does a trigger cost while another tab runs the key? */
import { peers, shared } from '../columns.ts'
import { cannot, roundsIn, toCells, warmUpOf } from '../lib/measure.ts'
import type { Question } from '../lib/question.ts'

const led = [...shared, ...peers]

/** Peers answer what they can: by hand and broadcast-channel that somebody runs, tab-election by calling the leader. */
export const join: Question = {
  rows: () => [
    {
      name: 'join',
      title: "trigger in another tab than the run's → answered",
      unit: 'ms',
      budgets: shared.map(column => ({ column, statistic: 'writes', atMost: 1, atLeast: 1 })),
    },
  ],
  async measure(house) {
    const owner = await house.open('join')
    const other = await house.open('join')
    await other.page.evaluate(names => window.bench.prepare(names), led)
    for (const column of led) await owner.page.evaluate(name => window.bench.lead(name), column)
    const samples = await roundsIn(other, {
      operation: 'join',
      subjects: [...led, 'transaction'],
      rounds: house.rounds,
      warmUp: warmUpOf(house),
    })
    return { join: { ...toCells(samples), ...cannot(['memory'], 'tabs share no memory') } }
  },
}
