// What a test run says about a mutant: an assertion failed, or something else. Pure.

/**
 * `red`: a test failed for what it asserts · `hangs`: tests waited in vain · `broken`: nothing but
 * code that does not load, or that stumbles over itself · `survived`: all green.
 * @typedef {'red' | 'hangs' | 'broken' | 'survived'} Outcome
 */

/** @typedef {{ outcome: Outcome, tests: number, detail: string }} Verdict */

/** @typedef {{ readonly name?: string, readonly message: string, readonly cause?: unknown }} Thrown */

/**
 * @typedef {object} RunReport
 * @property {readonly {
 *   name: string,
 *   errors: readonly Thrown[],
 *   tests: readonly { name: string, state: string, errors?: readonly Thrown[] | undefined }[],
 * }[]} files
 * @property {number} expected how many files there should be
 * @property {number} unhandled errors outside of every test
 */

/** Errors of code that cannot run, whatever it was meant to do. */
const stumbles = ['TypeError', 'ReferenceError', 'SyntaxError', 'RangeError']

/** @param {RunReport} report @returns {Verdict} */
export function judge({ files, expected, unhandled }) {
  const all = files.flatMap(file => file.tests)
  const failed = all
    .filter(({ state }) => state === 'failed')
    .map(({ name, errors }) => ({ name, error: rootOf(errors?.[0]) }))
  const tests = all.filter(({ state }) => state === 'passed').length + failed.length
  /** @param {Outcome} outcome @param {string} detail @returns {Verdict} */
  const verdict = (outcome, detail) => ({ outcome, tests, detail })

  const noticed = failed.find(({ error }) => !hasStumbled(error) && !waitedInVain(error))
  if (noticed) return verdict('red', noticed.name)
  const hanging = failed.find(({ error }) => waitedInVain(error))
  if (hanging) return verdict('hangs', hanging.name)
  const [stumbled] = failed
  if (stumbled) return verdict('broken', `${stumbled.name}: ${firstLine(stumbled.error)}`)
  const unloaded = files.find(({ errors }) => errors.length > 0)
  if (unloaded) return verdict('broken', `${unloaded.name}: ${firstLine(unloaded.errors[0])}`)
  if (files.length !== expected) return verdict('broken', 'a file of tests did not run')
  if (unhandled > 0) return verdict('broken', 'an error outside of every test')
  if (tests === 0) return verdict('broken', 'no test ran')
  return verdict('survived', '')
}

/** A property test says that it failed, and its cause says with what. @param {unknown} error @returns {Thrown} */
function rootOf(error) {
  const { name = '', message = '', cause } = /** @type {Partial<Thrown>} */ (error ?? {})
  return cause && message.startsWith('Property failed') ? rootOf(cause) : { name, message }
}

/** @param {Thrown} error */
function hasStumbled({ name = '' }) {
  return stumbles.includes(name)
}

/** @param {Thrown} error */
function waitedInVain({ message }) {
  return /^(?:Test|Hook) timed out in /.test(message)
}

/** @param {Thrown | undefined} error */
function firstLine(error) {
  return error?.message.split('\n')[0]?.slice(0, 160) ?? ''
}
