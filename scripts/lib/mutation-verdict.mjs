// What a test run says about a mutant: an assertion failed, or something else. Pure.

/**
 * `red`: a test failed for what it asserts · `hangs`: tests waited in vain · `broken`: nothing but
 * code that does not load, or that stumbles over itself · `survived`: all green.
 * @typedef {'red' | 'hangs' | 'broken' | 'survived'} Outcome
 */

/** @typedef {{ outcome: Outcome, tests: number, detail: string }} Verdict */

/**
 * @typedef {object} Report of Vitest's JSON reporter
 * @property {boolean} success
 * @property {number} numPassedTests
 * @property {readonly {
 *   status: string, message?: string,
 *   assertionResults: readonly { status: string, fullName: string, failureMessages?: readonly string[] | null }[],
 * }[]} testResults
 */

/** Errors of code that cannot run, whatever it was meant to do. */
const stumbles = /^(?:TypeError|ReferenceError|SyntaxError|RangeError)\b/
const property = /^Error: Property failed after /
const waitedInVain = /^(?:Error: )?Test timed out in /

/** @param {Report} report @returns {Verdict} */
export function judge(report) {
  const failed = report.testResults.flatMap(file =>
    file.assertionResults.filter(({ status }) => status === 'failed'),
  )
  const tests = report.numPassedTests + failed.length
  const told = failed.map(({ fullName, failureMessages }) => ({
    name: fullName,
    message: failureMessages?.[0] ?? '',
  }))
  const red = told.filter(({ message }) => !stumbles.test(message) && !waitedInVain.test(message))
  const stumbled = told.find(({ message }) => stumbles.test(message))
  // A property does not say what it failed with: beside code that stumbles it has stumbled, too.
  const noticed =
    red.find(({ message }) => !property.test(message)) ?? (stumbled ? undefined : red[0])
  if (noticed) return { outcome: 'red', tests, detail: noticed.name }
  const hanging = told.find(({ message }) => waitedInVain.test(message))
  if (hanging) return { outcome: 'hangs', tests, detail: hanging.name }
  if (stumbled) {
    return { outcome: 'broken', tests, detail: `${stumbled.name}: ${firstLine(stumbled.message)}` }
  }
  const unloaded = report.testResults.find(({ status }) => status === 'failed')
  if (unloaded) return { outcome: 'broken', tests, detail: firstLine(unloaded.message ?? '') }
  if (!report.success) return { outcome: 'broken', tests, detail: 'an error outside of every test' }
  if (tests === 0) return { outcome: 'broken', tests, detail: 'no test ran' }
  return { outcome: 'survived', tests, detail: '' }
}

/** @param {string} text */
function firstLine(text) {
  return text.split('\n')[0]?.slice(0, 160) ?? ''
}
