/** The network is not there yet when a page or device has just resumed. */
import { expect, test } from 'vitest'
import { defineTask, TaskFailure, type Wait } from '../../src/index.ts'
import type { LifeSignal } from '../../src/port/environment.ts'
import { createMemory, memoryStore } from '../../src/store/memory.ts'
import { buildTimed } from './build.ts'

const failedFetch = new TypeError('Failed to fetch')

/** A tab whose run fails once for each error; jitter draws ten seconds for the first. */
async function setUp(failures: readonly Error[]) {
  const memory = createMemory()
  const left = [...failures]
  let ids = 0
  const task = defineTask({
    scope: 'sync',
    retry: { baseMs: 20_000, attempts: 2 },
    run() {
      const thrown = left.shift()
      if (thrown) throw thrown
    },
  })
  const tab = buildTimed({
    tasks: [task],
    store: memoryStore(memory),
    random: { id: () => `id-${ids++}`, number: () => 0.5 },
  })
  await tab.registry.signIn('ada')
  const run = () => [...memory.databases.values()][0]?.records.get('ada|sync')?.run
  const wait = (): Wait | null | undefined => run()?.wait
  const waitMs = (): number => (wait()?.nextAttemptAt ?? Number.NaN) - (wait()?.since ?? 0)
  return {
    ...tab,
    run,
    waitMs,
    async fail() {
      await tab.registry.trigger(task)
      await tab.advance(0)
      return waitMs()
    },
    history: async () => (await tab.registry.history(task)).runs,
  }
}

test.each<LifeSignal>(['resume', 'visible', 'pageshow'])(
  'the first network error within 5 s of %s is retried after 500 ms, and does not count',
  async signal => {
    const { environment, advance, fail, run, history } = await setUp([failedFetch])
    environment.emit(signal)
    await advance(4_999)
    expect(await fail()).toBe(500)
    expect(run()).toMatchObject({ counted: 0, failures: 1 })
    await advance(600)
    expect(await history()).toMatchObject([{ status: 'succeeded', attempts: 2 }])
  },
)

test('the second one waits as any other, and counts', async () => {
  const { environment, advance, fail, run, waitMs } = await setUp([failedFetch, failedFetch])
  environment.emit('resume')
  expect(await fail()).toBe(500)
  await advance(600)
  expect(waitMs()).toBe(20_000)
  expect(run()).toMatchObject({ counted: 1, failures: 2 })
})

test('once the network had 5 s to come back an error is no matter of the resume', async () => {
  const { environment, advance, fail } = await setUp([failedFetch])
  environment.emit('resume')
  await advance(5_000)
  expect(await fail()).toBe(10_000)
})

test('without a resume none is quick', async () => {
  const { fail } = await setUp([failedFetch])
  expect(await fail()).toBe(10_000)
})

test.each<[string, Error, number]>([
  ['that the stage calls offline', new TaskFailure('offline', 'no reception'), 500],
  ['whose cause is a failed fetch', new TaskFailure('retryable', 'x', { cause: failedFetch }), 500],
  ['that is no network error', new Error('HTTP 500'), 10_000],
  ['of a server', new TaskFailure('retryable', 'HTTP 500'), 10_000],
  ['of a server that limits the rate', new TaskFailure('rate-limited', 'HTTP 429'), 10_000],
])('a failure %s', async (_, failure, expected) => {
  const { environment, fail } = await setUp([failure])
  environment.emit('resume')
  expect(await fail()).toBe(expected)
})
