/** What does the platform take for as much as a transaction of this library reads and writes? */
import { roundsIn, toMeasured, warmUpOf } from '../lib/measure.ts'
import type { Question } from '../lib/question.ts'

const variants = [
  { name: 'raw', title: 'raw transaction: one small row got and put' },
  { name: 'raw-record', title: 'raw transaction: a row as large as the record of a run' },
  { name: 'raw-reads', title: 'raw transaction: two rows got at once' },
  { name: 'raw-stores', title: 'raw transaction: two object stores in its scope' },
  { name: 'raw-all', title: 'raw transaction: all three' },
] as const

/** Beside a commit: what of the difference is the platform's. */
export const floor: Question = {
  rows: () => variants.map(variant => ({ ...variant, unit: 'ms' })),
  async measure(house) {
    const subjects = variants.map(({ name }) =>
      name.replace('raw', 'transaction').replace('-', '@'),
    )
    const samples = await roundsIn(await house.open('floor'), {
      operation: 'commit',
      subjects: [...subjects, 'idb'],
      rounds: house.rounds,
      warmUp: warmUpOf(house),
    })
    return Object.fromEntries(
      variants.map(({ name }, i) => [
        name,
        {
          idb: toMeasured(samples['idb'] ?? []),
          transaction: toMeasured(samples[subjects[i] ?? ''] ?? []),
        },
      ]),
    )
  },
}
