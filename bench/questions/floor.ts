/** What does the platform take for as much as a transaction of this library reads and writes? */
import { roundsIn, toMeasured, warmUpOf } from '../lib/measure.ts'
import type { Answer, Question } from '../lib/question.ts'
import type { Row } from '../lib/row.ts'
import type { Samples } from '../pages/window.ts'

const variants = [
  { name: 'raw', title: 'raw transaction: one small row got and put' },
  { name: 'raw-record', title: 'raw transaction: a row as large as the record of a run' },
  { name: 'raw-reads', title: 'raw transaction: two rows got at once' },
  { name: 'raw-stores', title: 'raw transaction: two object stores in its scope' },
  { name: 'raw-all', title: 'raw transaction: all three' },
  { name: 'raw-told', title: 'raw transaction: all three, and a message that tells of it' },
] as const

/** Beside a start with a warm presence lock, which asks for no lock. */
const startName = 'raw-start'
const startSubject = 'transaction@start'

/** Beside a commit, and a start: what of the difference is the platform's. */
export const floor: Question = {
  rows: () => [
    ...variants.map((variant): Row => ({ ...variant, unit: 'ms' })),
    {
      name: startName,
      title: 'raw transaction: all three, a message before and after it, then a task of its own',
      unit: 'ms',
    },
  ],
  async measure(house) {
    const subjects = variants.map(({ name }) =>
      name.replace('raw', 'transaction').replace('-', '@'),
    )
    const tab = await house.open('floor')
    const common = { rounds: house.rounds, warmUp: warmUpOf(house) }
    const commits = await roundsIn(tab, {
      operation: 'commit',
      subjects: [...subjects, 'idb'],
      ...common,
    })
    const starts = await roundsIn(tab, {
      operation: 'start',
      subjects: [startSubject, 'idb'],
      ...common,
    })
    return {
      ...Object.fromEntries(
        variants.map(({ name }, i) => [name, cellsOf(commits, subjects[i] ?? '')]),
      ),
      [startName]: cellsOf(starts, startSubject),
    }
  },
}

function cellsOf(samples: Samples, subject: string): Answer[string] {
  return {
    idb: toMeasured(samples['idb'] ?? []),
    transaction: toMeasured(samples[subject] ?? []),
  }
}
