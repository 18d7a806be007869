/** Plays as many histories as it is asked for, in one process on each core, and says what came of them. */
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { addCoverage, describeCoverage, emptyCoverage, missingFrom } from './coverage.ts'
import { headings } from './expected.ts'
import type { Range, RangeResult } from './worker.ts'

const usage = 'npm run simulate -- [--histories 1000000] [--seed 1] [--workers 2]'
/** Histories that a process plays before it tells what came of them. */
const rangeLength = 250
/** More would only repeat the same fault. */
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

const coverage = emptyCoverage()
const failed: number[] = []
/** First seeds of the ranges that are under way. */
const underWay = new Set<number>()
let next = firstSeed
const startedAt = performance.now()
let toldAt = startedAt

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    report()
    process.exit(130)
  })
}
await Promise.all(Array.from({ length: workers }, work))
report()
process.exitCode = failed.length > 0 ? 1 : 0

/** One process, until nothing is left to play. */
function work(): Promise<void> {
  const child = fork(fileURLToPath(new URL('./worker.mjs', import.meta.url)), {
    // What a history makes is soon forgotten: a larger nursery saves a twentieth of the time.
    execArgv: ['--max-semi-space-size=64'],
  })
  let range = take()
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', code => {
      if (range) reject(new Error(`a process ended with ${code} in the range of ${range.first}`))
      else resolve()
    })
    child.on('message', message => {
      const { coverage: played, failures } = message as RangeResult
      if (range) underWay.delete(range.first)
      addCoverage(coverage, played)
      for (const failure of failures) tellFailure(failure)
      range = take()
      tellProgress()
      if (range) child.send(range)
      else child.disconnect()
    })
    if (range) child.send(range)
  })
}

function take(): Range | null {
  if (next >= endSeed || failed.length >= failuresAtMost) return null
  const range = { first: next, count: Math.min(rangeLength, endSeed - next) }
  next += range.count
  underWay.add(range.first)
  return range
}

/** Every seed below it has been played. */
function playedBelow(): number {
  return Math.min(next, ...underWay)
}

function tellFailure({ seed, text }: RangeResult['failures'][number]): void {
  failed.push(seed)
  console.error(`\n${text}\n\nAgain: npm run simulate -- --seed ${seed} --histories 1\n`)
}

function tellProgress(): void {
  if (performance.now() - toldAt < toldEveryMs) return
  toldAt = performance.now()
  const done = coverage.histories + failed.length
  const eachMs = (toldAt - startedAt) / done
  const left = Math.ceil(((histories - done) * eachMs) / 60_000)
  console.log(
    `all seeds from ${firstSeed} to ${playedBelow() - 1}; ${done} histories, ${failed.length} broken, ${eachMs.toFixed(2)} ms each, ${left} min left`,
  )
}

function report(): void {
  const done = coverage.histories + failed.length
  const tookMs = performance.now() - startedAt
  console.log(describeCoverage(coverage, headings))
  const missing = missingFrom(coverage, Object.values(headings).flat())
  console.log(`\nNever reached: ${missing.join(' · ') || 'nothing of the lists'}`)
  console.log(
    `${done} histories in ${(tookMs / 1_000).toFixed(0)} s by ${workers} processes, ${(tookMs / done).toFixed(2)} ms each; ${failed.length} broke a promise${failed.length > 0 ? `: seeds ${failed.join(', ')}` : ''}.`,
  )
  const from = playedBelow()
  if (from < endSeed)
    console.log(`To go on: npm run simulate -- --seed ${from} --histories ${endSeed - from}`)
}

function readCount(name: keyof typeof values): number {
  const count = Number(values[name])
  if (Number.isSafeInteger(count) && count > 0) return count
  console.error(`--${name} must be a whole number above 0, it was ${values[name]}: ${usage}`)
  return process.exit(1)
}
