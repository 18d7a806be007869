// `npm run chaos -- --minutes 10 --seed 1 --ttl 4000`: prints every step with its time, then what was broken.
import { parseArgs } from 'node:util'
import { runChaos } from './chaos.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    ttl: { type: 'string', default: '4000' },
    tabs: { type: 'string', default: '5' },
  },
})
const [minutes, seed, ttlMs, tabs] = [values.minutes, values.seed, values.ttl, values.tabs].map(
  Number,
)
if (![minutes, seed, ttlMs, tabs].every(Number.isFinite))
  throw new TypeError(`expected numbers, found ${JSON.stringify(values)}`)

console.log(`seed ${seed}, ${minutes} minutes, ${tabs} tabs, ttl ${ttlMs} ms`)
const { faults, figures } = await runChaos({
  seed: seed ?? 1,
  ms: (minutes ?? 10) * 60_000,
  longestFreezeMs: 20_000,
  tabs: tabs ?? 5,
  ttlMs: ttlMs ?? 4_000,
  say: line => console.log(line),
})
console.log(JSON.stringify(figures, null, 2))
for (const fault of faults) console.log(`✗ ${fault}`)
console.log(
  faults.length === 0
    ? `✓ seed ${seed}: every promise was kept`
    : `✗ seed ${seed}: ${faults.length} broken`,
)
if (faults.length > 0) process.exitCode = 1
