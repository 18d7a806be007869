/** Random histories, the first five thousand: every promise is checked after every step. */
import { expect, test } from 'vitest'
import { expected } from './expected.ts'
import { describeCoverage, playHistories } from './histories.ts'

test('five thousand random histories from seed 1 on keep every promise after every step', {
  timeout: 900_000,
}, async () => {
  const coverage = await playHistories(1, 5_000)
  console.log(describeCoverage(coverage))
  expect(expected.filter(what => !coverage.has(what))).toEqual([])
})
