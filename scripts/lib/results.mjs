// What came of a suite, out of the report that its test tool writes: counts, and which tests failed and why. Pure.

/** @typedef {{ passed: number, failed: number, failures: string[] }} Result `failures`: where, title and message */

/**
 * @typedef {object} VitestReport of Vitest's JSON reporter
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {boolean} success
 * @property {{ name: string, message?: string, assertionResults: { status: string, fullName: string,
 *   failureMessages?: string[] }[] }[]} testResults
 */

/**
 * @typedef {object} PlaywrightSuite
 * @property {string} file
 * @property {PlaywrightSuite[]} [suites]
 * @property {{ title: string, line: number, tests: { projectName: string, status: string, results: { errors?:
 *   { message?: string }[] }[] }[] }[]} [specs]
 */

/**
 * @typedef {object} PlaywrightReport of Playwright's JSON reporter
 * @property {{ expected: number, unexpected: number, flaky: number }} stats
 * @property {{ message?: string }[]} errors outside of any test
 * @property {PlaywrightSuite[]} [suites]
 */

/** Lines of a message that are shown: the first say what was expected. */
const shownLines = 12

/** @param {string} where @param {string} title @param {string | undefined} message */
const failure = (where, title, message = '') =>
  [`${where} › ${title}`, ...message.split('\n').slice(0, shownLines)].join('\n    ').trimEnd()

/**
 * @param {VitestReport} report
 * @returns {Result}
 */
export function readVitest(report) {
  const failures = report.testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    // A file that does not load has no tests that could have failed.
    if (failed.length === 0) return message ? [failure(name, 'the file', message)] : []
    return failed.map(test => failure(name, test.fullName, test.failureMessages?.join('\n')))
  })
  // A file that does not load, or an unhandled rejection, fails a run in which no test failed.
  const failed = report.numFailedTests === 0 && !report.success ? 1 : report.numFailedTests
  return { passed: report.numPassedTests, failed, failures }
}

/**
 * @param {PlaywrightReport} report
 * @returns {Result}
 */
export function readPlaywright({ stats, errors, suites = [] }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    failures: [
      ...suites.flatMap(failuresOfSuite),
      ...errors.map(({ message }) => failure('outside of a test', 'an error', message)),
    ],
  }
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
function failuresOfSuite({ file, suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => {
        const messages = results.flatMap(({ errors = [] }) => errors.map(({ message }) => message))
        return failure(`[${projectName}] ${file}:${line}`, title, messages.join('\n'))
      }),
  )
  return [...own, ...suites.flatMap(failuresOfSuite)]
}

/**
 * @param {readonly Result[]} parts
 * @returns {Result}
 */
export function sumResults(parts) {
  return parts.reduce(
    (sum, part) => ({
      passed: sum.passed + part.passed,
      failed: sum.failed + part.failed,
      failures: [...sum.failures, ...part.failures],
    }),
    { passed: 0, failed: 0, failures: [] },
  )
}
