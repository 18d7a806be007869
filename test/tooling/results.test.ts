import { expect, test } from 'vitest'
import { countPlaywright, countVitest, sumCounts } from '../../scripts/lib/results.mjs'

const vitest = { numPassedTests: 3, numFailedTests: 0, numFailedTestSuites: 0, success: true }
const playwright = { expected: 2, unexpected: 0, flaky: 0 }

test('passed and failed tests are counted', () => {
  expect(countVitest(vitest)).toEqual({ passed: 3, failed: 0 })
  expect(countVitest({ ...vitest, numFailedTests: 2, success: false })).toEqual({
    passed: 3,
    failed: 2,
  })
  expect(countPlaywright({ stats: { ...playwright, unexpected: 1 }, errors: [] })).toEqual({
    passed: 2,
    failed: 1,
  })
})

test('a run that fails without a failed test counts one failure', () => {
  expect(countVitest({ ...vitest, numFailedTestSuites: 1, success: false }).failed).toBe(1)
  expect(countPlaywright({ stats: playwright, errors: ['no such module'] }).failed).toBe(1)
})

test('a test that passed only when repeated has failed', () => {
  expect(countPlaywright({ stats: { ...playwright, flaky: 1 }, errors: [] }).failed).toBe(1)
})

test('the summary is the sum of all suites', () => {
  expect(sumCounts([])).toEqual({ passed: 0, failed: 0 })
  expect(
    sumCounts([
      { passed: 1, failed: 0 },
      { passed: 4, failed: 2 },
    ]),
  ).toEqual({ passed: 5, failed: 2 })
})
