/** How do the questions that were asked become one result? */
import { questions } from '../questions/index.ts'
import { openHouse } from './house.ts'
import { describeMachine } from './machine.ts'
import type { BenchOptions } from './options.ts'
import { isAsked } from './question.ts'
import { concludeRows, type Result } from './result.ts'
import type { MeasuredRow, Row } from './row.ts'
import { fullScale, smallScale } from './scale.ts'

/** Measures what was asked for; `say` hears which question is on. Throws for a row that does not exist. */
export async function runBench(
  options: BenchOptions,
  say: (line: string) => void,
): Promise<Result> {
  const scale = options.small ? smallScale : fullScale
  const chosen = questions
    .map(question => ({ question, rows: question.rows(scale) }))
    .filter(({ rows }) => isAsked(rows, options.asked))
  assertKnown(
    options.asked,
    chosen.flatMap(({ rows }) => rows),
  )
  const house = await openHouse(options)
  try {
    const header = describeMachine(house)
    const measured: MeasuredRow[] = []
    for (const { question, rows } of chosen) {
      if (options.firefox && question.needs === 'chromium') continue
      const startedAt = performance.now()
      const answer = await question.measure(house)
      await house.clear()
      measured.push(...rows.map(row => ({ ...row, cells: answer[row.name] ?? {} })))
      const names = rows.map(({ name }) => name).join(', ')
      say(`${names}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
    }
    return { header, rows: concludeRows(measured) }
  } finally {
    await house.close()
  }
}

function assertKnown(asked: readonly string[], rows: readonly Row[]): void {
  const unknown = asked.filter(word => !isAsked(rows, [word]))
  if (unknown.length === 0) return
  const names = questions.flatMap(({ rows: of }) => of(fullScale)).map(({ name }) => name)
  throw new Error(`no row is named ${unknown.join(' or ')}: ${names.join(', ')}`)
}
