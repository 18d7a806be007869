/** What do other keys and the history cost that lie in the same database? */
import { type Column, shared } from '../columns.ts'
import { roundsIn, toMeasured, warmUpOf } from '../lib/measure.ts'
import type { Answer, Question } from '../lib/question.ts'
import type { Budget, Row } from '../lib/row.ts'
import type { Scale } from '../lib/scale.ts'

/** A database of a size. */
interface Size {
  readonly name: string
  readonly title: string
  readonly keys: number
  readonly history: number
}

const operations = [
  { operation: 'start', title: 'trigger → stage called', atMost: 1.15 },
  { operation: 'settle', title: 'the stage returns → done', atMost: 1.25 },
] as const

/** The largest may cost a little more than the smallest. */
export const rows: Question = {
  rows: scale =>
    operations.flatMap(({ operation, title, atMost }) =>
      sizesOf(scale).map(
        (size, i, sizes): Row => ({
          name: `${size.name}-${operation}`,
          title: `${title}, ${size.title}`,
          unit: 'ms',
          budgets:
            i === sizes.length - 1
              ? shared.map(
                  (column): Budget => ({
                    column,
                    statistic: 'p50',
                    atMost,
                    of: [{ row: `${sizes[0]?.name}-${operation}`, column }],
                  }),
                )
              : [],
        }),
      ),
    ),
  async measure(house) {
    const sizes = sizesOf(house.scale)
    const tab = await house.open('rows')
    const subjects = sizes.flatMap(size => shared.map(column => subjectOf(column, size)))
    // A first run makes the record and the row of history that the others are copies of.
    await roundsIn(tab, { operation: 'start', subjects, rounds: 1, warmUp: 0 })
    for (const { keys, history, ...size } of sizes) {
      for (const column of shared) {
        await tab.page.evaluate(([subject, amount]) => window.bench.fill(subject, amount), [
          subjectOf(column, size),
          { keys: keys - 1, history },
        ] as const)
      }
    }
    const answer: Record<string, Answer[string]> = {}
    for (const { operation } of operations) {
      const samples = await roundsIn(tab, {
        operation,
        subjects: [...subjects, 'transaction'],
        rounds: house.rounds,
        warmUp: warmUpOf(house),
      })
      for (const size of sizes) {
        answer[`${size.name}-${operation}`] = {
          ...Object.fromEntries(
            shared.map(column => [column, toMeasured(samples[subjectOf(column, size)] ?? [])]),
          ),
          transaction: toMeasured(samples['transaction'] ?? []),
        }
      }
    }
    return answer
  },
}

function sizesOf({ keys, history }: Scale): readonly Size[] {
  const most = keys.at(-1) ?? 0
  return [
    ...keys.map(count => ({
      name: `keys-${count}`,
      title: `${count} keys`,
      keys: count,
      history: 0,
    })),
    {
      name: `history-${history}`,
      title: `${most} keys and ${history} rows of history`,
      keys: most,
      history,
    },
  ]
}

function subjectOf(column: Column, { name }: Pick<Size, 'name'>): string {
  return `${column}@${name}`
}
