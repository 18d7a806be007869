// How many tests passed and failed, out of the reports that the test tools write. Pure.

/** @typedef {{ passed: number, failed: number }} Counts */

/**
 * @param {{ numPassedTests: number, numFailedTests: number, numFailedTestSuites: number, success: boolean }} report
 * of Vitest's JSON reporter
 * @returns {Counts}
 */
export function countVitest(report) {
  // A file that does not load, or an unhandled rejection, fails a run in which no test failed.
  const failed = report.numFailedTests === 0 && !report.success ? 1 : report.numFailedTests
  return { passed: report.numPassedTests, failed }
}

/**
 * @param {{ stats: { expected: number, unexpected: number, flaky: number }, errors: unknown[] }} report
 * of Playwright's JSON reporter
 * @returns {Counts}
 */
export function countPlaywright({ stats, errors }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length }
}

/**
 * @param {readonly Counts[]} parts
 * @returns {Counts}
 */
export function sumCounts(parts) {
  return parts.reduce(
    (sum, part) => ({ passed: sum.passed + part.passed, failed: sum.failed + part.failed }),
    { passed: 0, failed: 0 },
  )
}
