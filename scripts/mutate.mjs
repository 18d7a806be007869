// `npm run mutate [-- L5 T … --jobs 2]`: breaks each rule in a copy of the project, and asks whether a test notices.
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ensureInstalled } from './lib/install.mjs'
import { allRules, findMapFaults, ruleNames } from './lib/mutation-map.mjs'
import { ProjectCopy } from './lib/mutation-copy.mjs'

/** @typedef {import('./lib/mutation-map.mjs').Mutant} Mutant */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { jobs: { type: 'string', default: '2' } },
})
const jobs = Number(values.jobs)
if (!Number.isInteger(jobs) || jobs < 1)
  fail(`--jobs takes a whole number from 1, not ${values.jobs}.`)

/** @param {string} name @param {string} asked a rule, or the letter of many */
const isAsked = (name, asked) => name === asked || (asked.length === 1 && name.startsWith(asked))
const unknown = positionals.filter(asked => !ruleNames.some(name => isAsked(name, asked)))
if (unknown.length > 0) fail(`No rule is named ${unknown.join(' or ')}: ${ruleNames.join(' ')}.`)
const chosen = ruleNames.filter(
  name => positionals.length === 0 || positionals.some(asked => isAsked(name, asked)),
)

const faults = findMapFaults(allRules, ruleNames, path =>
  existsSync(path) ? readFileSync(path, 'utf8') : null,
)
if (faults.length > 0) fail(`The map of mutants is wrong:\n  ${faults.join('\n  ')}`)

await ensureInstalled()

const mutants = chosen.flatMap(name =>
  (allRules[name]?.mutants ?? []).map(mutant => ({ name, mutant })),
)
const copies = Array.from(
  { length: Math.min(jobs, Math.max(1, mutants.length)) },
  () => new ProjectCopy(),
)
const closeAll = () => copies.forEach(copy => copy.close())
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    closeAll()
    process.exit(1)
  })
}

let survivors = 0
try {
  const startedAt = performance.now()
  for (const name of chosen) {
    const { words = '', none } = allRules[name] ?? {}
    if (none) console.log(`${name.padEnd(4)} –         ${words}: ${none}`)
  }
  await assertGreen()
  const queue = [...mutants]
  await Promise.all(
    copies.map(async copy => {
      for (let next = queue.shift(); next; next = queue.shift()) await tryOne(copy, next)
    }),
  )
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  console.log(
    `\n${chosen.length} rules, ${mutants.length} mutants, ${survivors} without a test that notices, ${seconds} s`,
  )
} finally {
  closeAll()
}
if (survivors > 0) process.exitCode = 1

/** Tests that fail without a mutant would call every mutant noticed. */
async function assertGreen() {
  const tests = [...new Set(mutants.flatMap(({ mutant }) => mutant.tests))].toSorted()
  const [copy] = copies
  if (!copy || tests.length === 0) return
  const { outcome, detail } = await copy.test(tests)
  if (outcome === 'survived') return
  closeAll()
  fail(`The tests must pass before anything is broken, but ended ${outcome}: ${detail}`)
}

/** @param {ProjectCopy} copy @param {{ name: string, mutant: Mutant }} one */
async function tryOne(copy, { name, mutant }) {
  const startedAt = performance.now()
  const { outcome, detail } = await copy.try(mutant)
  const isNoticed = outcome === 'red' || (outcome === 'hangs' && mutant.hangs === true)
  if (!isNoticed) survivors++
  const ms = String(Math.round(performance.now() - startedAt)).padStart(6)
  console.log(
    `${name.padEnd(4)} ${outcome.padEnd(8)} ${ms} ms  ${mutant.breaks}${isNoticed ? '' : `  ← ${mutant.file}${detail && `: ${detail}`}`}`,
  )
}

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(message)
  process.exit(1)
}
