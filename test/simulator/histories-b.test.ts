/** Random histories, the second five thousand: every promise is checked after every step. */
import { expect, test } from 'vitest'
import { describeCoverage, missingFrom, tooRare } from './coverage.ts'
import { events, expectedByHeading, faults, headings, waits } from './expected.ts'
import { playHistories } from './histories.ts'

test('five thousand random histories from seed 5001 on keep every promise after every step', {
  timeout: 900_000,
}, async () => {
  const coverage = await playHistories(5001, 5_000)
  console.log(describeCoverage(coverage, headings))
  expect(missingFrom(coverage, Object.values(expectedByHeading).flat())).toEqual([])
  expect(tooRare(coverage, [...faults, ...waits, ...events], 0.01)).toEqual([])
  expect(coverage.steps / coverage.histories).toBeGreaterThanOrEqual(200)
})
