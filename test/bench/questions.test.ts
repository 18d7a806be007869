// Are the rows of the bench those that were promised?
import { expect, test } from 'vitest'
import { fullScale, smallScale } from '../../bench/lib/scale.ts'
import { questions } from '../../bench/questions/index.ts'

const rows = questions.flatMap(question => question.rows(fullScale))

test('each row has a name of its own', () => {
  const names = rows.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})

test('a budget that hangs on another row names one that is measured', () => {
  const names = new Set(rows.map(({ name }) => name))
  const references = rows
    .flatMap(({ budgets = [] }) => budgets)
    .flatMap(({ of = [] }) => of)
    .flatMap(reference => (typeof reference === 'string' ? [] : [reference.row]))
  expect(references.length).toBeGreaterThan(0)
  expect(references.filter(name => !names.has(name))).toEqual([])
})

test('a small scale asks every question too', () => {
  for (const question of questions) expect(question.rows(smallScale)).not.toEqual([])
})
