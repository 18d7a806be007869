/** How do the questions that were asked become one result? */
import { questions } from '../questions/index.ts'
import { openHouse } from './house.ts'
import { describeMachine } from './machine.ts'
import type { BenchOptions } from './options.ts'
import { askedOf } from './question.ts'
import { concludeRows, type Result } from './result.ts'
import type { MeasuredRow, Row } from './row.ts'
import { fullScale, smallScale } from './scale.ts'

/** Measures what was asked for; `say` hears which question is on. Throws for a row that does not exist. */
export async function runBench(
  options: BenchOptions,
  say: (line: string) => void,
): Promise<Result> {
  const scale = options.small ? smallScale : fullScale
  const all = questions.map(question => ({ question, rows: question.rows(scale) }))
  const asked = askedRows(
    all.flatMap(({ rows }) => rows),
    options.asked,
  )
  const isAsked = (name: string): boolean => asked.has(name)
  const wanted = all.filter(({ rows }) => rows.some(({ name }) => isAsked(name)))
  const chosen = wanted.filter(({ question }) => !options.firefox || question.needs !== 'chromium')
  for (const { rows } of wanted.filter(each => !chosen.includes(each)))
    say(`${namesOf(rows, isAsked)}: not in Firefox`)
  if (chosen.length === 0) throw new Error('nothing of what was asked for is measured in Firefox')
  const house = await openHouse(options)
  try {
    const header = describeMachine(house)
    const measured: MeasuredRow[] = []
    for (const { question, rows } of chosen) {
      const startedAt = performance.now()
      const answer = await question.measure(house, isAsked)
      await house.clear()
      measured.push(...rows.map(row => ({ ...row, cells: answer[row.name] ?? {} })))
      const seconds = (performance.now() - startedAt) / 1_000
      say(`${namesOf(rows, isAsked)}: ${seconds.toFixed(1)} s`)
    }
    const rows = concludeRows(measured).filter(({ name }) => isAsked(name))
    return { header, rounds: house.rounds, rows }
  } finally {
    await house.close()
  }
}

function namesOf(rows: readonly Row[], isAsked: (name: string) => boolean): string {
  return rows
    .map(({ name }) => name)
    .filter(isAsked)
    .join(', ')
}

function askedRows(rows: readonly Row[], words: readonly string[]): ReadonlySet<string> {
  const names = rows.map(({ name }) => name)
  const unknown = words.filter(word => askedOf(names, [word]).length === 0)
  if (unknown.length > 0)
    throw new Error(`no row is named ${unknown.join(' or ')}: ${names.join(', ')}`)
  return new Set(askedOf(names, words))
}
