/** How often a run is tried, how long it waits in between, and how it comes back. */
import { expect, test } from 'vitest'
import { defineTask, TaskFailure, type Wait } from '../../src/index.ts'
import { createMemory, memoryStore } from '../../src/store/memory.ts'
import { buildTimed } from './build.ts'

const minute = 60_000
const nearlyOne = 1 - 2 ** -30
const automatic = { source: 'widget', brings: 'nothing' } as const

/** A task that fails as it is told, and the longest waits that jitter can draw. */
async function setUp(failure: () => Error | null | undefined) {
  const memory = createMemory()
  let ids = 0
  let calls = 0
  const task = defineTask({
    scope: 'sync',
    run() {
      calls++
      const thrown = failure()
      if (thrown) throw thrown
    },
  })
  const tab = buildTimed({
    tasks: [task],
    store: memoryStore(memory),
    random: { id: () => `id-${ids++}`, number: () => nearlyOne },
  })
  await tab.registry.signIn('ada')
  const wait = (): Wait | null | undefined =>
    [...memory.databases.values()][0]?.records.get('ada|sync')?.run?.wait
  /** How long it waits now, ms. */
  const waitMs = (): number => (wait()?.nextAttemptAt ?? Number.NaN) - (wait()?.since ?? 0)
  return { ...tab, task, calls: () => calls, wait, waitMs }
}

test('by default: twelve attempts, waits of at most 2 s, doubled up to 15 min, then exhausted', async () => {
  const { registry, task, advance, waitMs, calls } = await setUp(() => new Error('HTTP 500'))
  await registry.trigger(task)
  await advance(0)
  const waits: number[] = []
  while (!Number.isNaN(waitMs())) {
    waits.push(waitMs() / 1_000)
    await advance(waitMs())
  }
  expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  expect(calls()).toBe(12)
  expect((await registry.history(task)).runs).toMatchObject([
    { status: 'failed', cause: 'exhausted', attempts: 12 },
  ])
})

test('what is exhausted is deferred until 15 min after the failure; then a new run, with all attempts', async () => {
  const { registry, task, advance, wait, waitMs, calls } = await setUp(() => new Error('HTTP 500'))
  const { runId } = await registry.trigger(task)
  await advance(0)
  while (wait()) await advance(waitMs())
  await advance(5 * minute)
  expect(await registry.trigger(task, automatic)).toMatchObject({
    decision: 'deferred',
    reason: 'exhausted',
  })
  await advance(10 * minute - 1)
  expect(calls()).toBe(12)
  // The timer of the real clock may be early by one.
  await advance(2)
  expect(calls()).toBe(13)
  expect(waitMs()).toBe(2_000)
  while (wait()) await advance(waitMs())
  const { runs } = await registry.history(task)
  expect(runs.map(run => run.attempts)).toEqual([12, 12])
  expect(new Set(runs.map(run => run.runId)).size).toBe(2)
  expect(runs.some(run => run.runId === runId)).toBe(true)
})

test('a press on what is exhausted starts a new run at once', async () => {
  const { registry, task, advance, wait, waitMs, calls } = await setUp(() => new Error('HTTP 500'))
  await registry.trigger(task)
  await advance(0)
  while (wait()) await advance(waitMs())
  expect(await registry.trigger(task)).toMatchObject({ decision: 'started' })
  await advance(0)
  expect(calls()).toBe(13)
})

test('failures that do not count never exhaust a run, and still make it wait longer', async () => {
  const { registry, task, advance, waitMs } = await setUp(
    () => new TaskFailure('offline', 'the station has no reception'),
  )
  await registry.trigger(task)
  await advance(0)
  const waits: number[] = []
  for (let failures = 0; failures < 20; failures++) {
    waits.push(waitMs() / 1_000)
    await advance(waitMs())
  }
  expect(waits.slice(0, 4)).toEqual([2, 4, 8, 16])
  expect(new Set(waits.slice(9))).toEqual(new Set([900]))
  expect((await registry.history(task)).runs).toEqual([])
})

test('a failure is offline only while the browser says so, or when the stage does', async () => {
  const failures = [new TypeError('Failed to fetch'), new TaskFailure('rate-limited', 'slow down')]
  const { registry, task, advance, environment, wait, waitMs } = await setUp(() => failures.shift())
  await registry.trigger(task)
  await advance(0)
  expect(wait()).toMatchObject({ reason: 'retry', error: { failureClass: 'retryable' } })
  environment.setOnline(false)
  await advance(1_000)
  await registry.trigger(task)
  await advance(0)
  // What the server said is no matter of the network.
  expect(wait()).toMatchObject({ reason: 'rate-limited' })
  expect(waitMs()).toBe(2_000)
})

test('a Retry-After of years holds a run for a day', async () => {
  let calls = 0
  const { registry, task, advance, waitMs } = await setUp(() =>
    calls++ === 0 ? new TaskFailure('retryable', 'x', { retryAfterMs: 1e12 }) : null,
  )
  await registry.trigger(task)
  await advance(0)
  expect(waitMs()).toBe(24 * 60 * minute)
  await advance(waitMs())
  expect((await registry.history(task)).runs).toMatchObject([{ status: 'succeeded' }])
})
