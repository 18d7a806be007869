// `npm run simulate -- [--histories N] [--seed S] [--workers W]`: many random histories, on all cores.
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { ensureInstalled } from './lib/install.mjs'
import { bundleForNode } from './lib/bundle.mjs'

/** @typedef {{ coverage: object, failures: { seed: number, text: string }[] }} RangeResult */

const usage = 'npm run simulate -- [--histories 1000000] [--seed 1] [--workers 2]'
/** Histories that a process plays before it tells what came of them. */
const rangeLength = 250
/** After so many failures more would only repeat the same fault. */
const failuresAtMost = 10
const toldEveryMs = 10_000

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: String(availableParallelism()) },
  },
})
const histories = readCount('histories')
const firstSeed = readCount('seed')
const workers = Math.min(readCount('workers'), Math.ceil(histories / rangeLength))
const endSeed = firstSeed + histories

await ensureInstalled()
const folder = mkdtempSync(join(tmpdir(), 'leasehold-simulate-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const workerFile = await bundleForNode('test/simulator/worker.ts', folder)
const { addCoverage, describeCoverage, emptyCoverage, missingFrom } = await import(
  pathToFileURL(await bundleForNode('test/simulator/coverage.ts', folder)).href
)
const { headings } = await import(
  pathToFileURL(await bundleForNode('test/simulator/expected.ts', folder)).href
)

const coverage = emptyCoverage()
/** @type {number[]} */
const failed = []
/** First seeds of the ranges that are under way, and of those that are done beyond one of these. */
const underWay = new Set()
let next = firstSeed
const startedAt = performance.now()
let toldAt = startedAt

process.once('SIGINT', () => {
  report()
  process.exit(130)
})
await Promise.all(Array.from({ length: workers }, work))
report()
process.exitCode = failed.length > 0 ? 1 : 0

/** One process, until nothing is left to play. */
function work() {
  const child = fork(workerFile, { execArgv: ['--enable-source-maps'] })
  let range = take()
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', code =>
      range ? reject(new Error(`a process ended with ${code} in the range ${range.first}`)) : resolve(null),
    )
    child.on('message', message => {
      const result = /** @type {RangeResult} */ (message)
      if (range) underWay.delete(range.first)
      addCoverage(coverage, result.coverage)
      for (const failure of result.failures) tellFailure(failure)
      tellProgress()
      range = take()
      if (range) child.send(range)
      else child.disconnect()
    })
    if (range) child.send(range)
  })
}

function take() {
  if (next >= endSeed || failed.length >= failuresAtMost) return null
  const range = { first: next, count: Math.min(rangeLength, endSeed - next) }
  next += range.count
  underWay.add(range.first)
  return range
}

/** Every seed below has been played. */
function playedBelow() {
  return Math.min(next, ...underWay)
}

/** @param {{ seed: number, text: string }} failure */
function tellFailure({ seed, text }) {
  failed.push(seed)
  console.error(`\n${text}\n\nAgain: npm run simulate -- --seed ${seed} --histories 1\n`)
}

function tellProgress() {
  if (performance.now() - toldAt < toldEveryMs) return
  toldAt = performance.now()
  const done = coverage.histories + failed.length
  const eachMs = (toldAt - startedAt) / done
  const left = Math.ceil(((histories - done) * eachMs) / 60_000)
  console.log(
    `seeds ${firstSeed} to ${playedBelow() - 1}: ${done} histories, ${failed.length} broken, ${eachMs.toFixed(2)} ms each, ${left} min left`,
  )
}

function report() {
  const done = coverage.histories + failed.length
  const tookMs = performance.now() - startedAt
  console.log(describeCoverage(coverage, headings))
  const missing = missingFrom(coverage, Object.values(headings).flat())
  console.log(`\nNever reached: ${missing.length > 0 ? missing.join(' · ') : 'nothing of the lists'}`)
  console.log(
    `${done} histories in ${(tookMs / 1_000).toFixed(0)} s by ${workers} processes, ${(tookMs / done).toFixed(2)} ms each; ${failed.length} broke a promise${failed.length > 0 ? `: seeds ${failed.join(', ')}` : ''}.`,
  )
  if (playedBelow() < endSeed) {
    const rest = endSeed - playedBelow()
    console.log(`To go on: npm run simulate -- --seed ${playedBelow()} --histories ${rest}`)
  }
}

/** @param {'histories' | 'seed' | 'workers'} name */
function readCount(name) {
  const count = Number(values[name])
  if (Number.isSafeInteger(count) && count > 0) return count
  console.error(`--${name} must be a whole number above 0, it was ${values[name]}: ${usage}`)
  return process.exit(1)
}
