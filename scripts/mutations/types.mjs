// What the map of mutants is made of.

/**
 * One way to break a rule, and the tests that must notice.
 * @typedef {object} Mutant
 * @property {string} breaks what is wrong with the library then, in a few words
 * @property {string} file
 * @property {string} text occurs exactly once in `file`
 * @property {string} becomes
 * @property {readonly string[]} tests files of which at least one test must fail
 * @property {boolean} [hangs] a test that waits in vain is the expected failure. Default `false`
 */

/**
 * A rule of the library: its mutants, or why it has none. With both: the part of the rule that has none.
 * @typedef {object} Rule
 * @property {string} words
 * @property {readonly Mutant[]} [mutants]
 * @property {string} [none]
 */

/** @typedef {Readonly<Record<string, Rule>>} Rules by name: a letter and a number */
