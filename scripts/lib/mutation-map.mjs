// All rules with their mutants, and what is wrong with that map. Pure, but for the imports.
import { accountRules } from '../mutations/accounts.mjs'
import { evidenceRules } from '../mutations/lease-evidence.mjs'
import { holdingRules } from '../mutations/lease-holding.mjs'
import { limitRules } from '../mutations/lease-limits.mjs'
import { presenceRules } from '../mutations/lease-presence.mjs'
import { retryRules } from '../mutations/retries.mjs'
import { runRules } from '../mutations/runs.mjs'
import { scheduleRules } from '../mutations/schedules.mjs'
import { serviceWorkerRules } from '../mutations/service-worker.mjs'
import { storeFaultRules } from '../mutations/store-faults.mjs'
import { fencedRules } from '../mutations/store-fenced.mjs'
import { pendingRules } from '../mutations/trigger-pending.mjs'
import { tableRules } from '../mutations/trigger-table.mjs'
import { viewRules } from '../mutations/views.mjs'

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

/** How many rules there are of each letter: store, lease, trigger, run, schedule, account, view. */
const counts = { S: 9, L: 17, T: 9, R: 6, H: 7, A: 3, V: 5 }

/** The names of all rules, in their order. */
export const ruleNames = Object.entries(counts).flatMap(([letter, count]) =>
  Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
)

/** @type {Rules} */
export const allRules = {
  ...fencedRules,
  ...storeFaultRules,
  ...presenceRules,
  ...evidenceRules,
  ...holdingRules,
  ...limitRules,
  ...tableRules,
  ...pendingRules,
  ...runRules,
  ...retryRules,
  ...scheduleRules,
  ...serviceWorkerRules,
  ...accountRules,
  ...viewRules,
}

/**
 * What is wrong with a map: rules that are missing or unknown, that have neither mutant nor reason,
 * mutants whose text does not occur exactly once or that change nothing, tests that are not there.
 * @param {Rules} rules
 * @param {readonly string[]} names
 * @param {(path: string) => string | null} read `null` where there is no such file
 * @returns {string[]} one line for each fault; none when the map is in order
 */
export function findMapFaults(rules, names, read) {
  const missing = names.filter(name => !rules[name]).map(name => `${name} is missing from the map`)
  const unknown = Object.keys(rules)
    .filter(name => !names.includes(name))
    .map(name => `${name} is no rule`)
  const faults = Object.entries(rules).flatMap(([name, { mutants = [], none }]) => [
    ...(mutants.length === 0 && !none ? [`${name} has neither a mutant nor a reason`] : []),
    ...mutants.flatMap(mutant =>
      findMutantFaults(mutant, read).map(fault => `${name}, ${mutant.breaks}: ${fault}`),
    ),
  ])
  return [...missing, ...unknown, ...faults]
}

/** @param {Mutant} mutant @param {(path: string) => string | null} read */
function findMutantFaults({ file, text, becomes, tests }, read) {
  const source = read(file)
  if (source === null) return [`there is no ${file}`]
  const found = source.split(text).length - 1
  return [
    ...(found === 1 ? [] : [`its text occurs ${found} times in ${file}, not once`]),
    ...(text === becomes ? ['it changes nothing'] : []),
    ...(tests.length === 0 ? ['no test is named'] : []),
    ...tests.filter(path => read(path) === null).map(path => `there is no ${path}`),
  ]
}
