// The bench gives a number for every row, and its counts keep what was promised; its times are not looked at.
import { columns } from '../bench/columns.ts'
import { runBench } from '../bench/lib/run.ts'
import { smallScale } from '../bench/lib/scale.ts'
import { questions } from '../bench/questions/index.ts'
import { expect, test } from './lib/test.ts'

test('every row of the bench has a number for its first column, and no more transactions than promised', async () => {
  const small = {
    firefox: false,
    rounds: 1,
    idleMs: 300,
    small: true,
    json: null,
    writeDocs: false,
  }
  const { rows } = await runBench({ asked: [], ...small }, () => undefined)
  expect(rows.map(({ name }) => name)).toEqual(
    questions.flatMap(question => question.rows(smallScale)).map(({ name }) => name),
  )
  for (const { name, cells, verdicts } of rows) {
    const measured = columns.flatMap(column => {
      const cell = cells[column]
      return cell && 'p50' in cell ? [cell.p50] : []
    })
    expect(measured.length, name).toBeGreaterThan(0)
    expect(
      measured.filter(value => !Number.isFinite(value)),
      name,
    ).toEqual([])
    expect(
      verdicts.filter(({ isCount, isMet }) => isCount && !isMet),
      name,
    ).toEqual([])
    expect(
      verdicts.filter(({ found, limit }) => !Number.isFinite(found) || !Number.isFinite(limit)),
      name,
    ).toEqual([])
  }
})
