/** When an attempt is stopped that renews, but does not come to an end. */
import { expect, test } from 'vitest'
import { defineTask, type LeaseLost, type TaskRun, type } from '../../src/index.ts'
import { buildTimed } from './build.ts'

type Run = TaskRun<number, null, null>

async function begin(options: { readonly stallMs?: number; readonly maxRunMs?: number }) {
  let run!: Run
  let reason: string | null = null
  const task = defineTask({
    scope: 'sync',
    ...options,
    stages: stage => ({
      pulling: stage(
        (given: Run) =>
          new Promise<void>(resolve => {
            run = given
            given.signal.addEventListener('abort', () => {
              reason = (given.signal.reason as LeaseLost).reason
              resolve()
            })
          }),
        { cursor: type<number>() },
      ),
    }),
  })
  const { registry, advance } = buildTimed({ tasks: [task] })
  await registry.signIn('ada')
  const { done } = await registry.trigger(task)
  await advance(0)
  return { run, done, advance, reason: () => reason }
}

test('renewals, headers and ensure are no sign of life, and commits are one late in a run, too', async () => {
  const { run, advance, reason } = await begin({ stallMs: 300_000 })
  await advance(200_000)
  await run.commit(1)
  await advance(200_000)
  run.progress({ done: 1 })
  await advance(200_000)
  await run.headers()
  await run.ensure(1_000)
  expect(reason()).toBeNull()
  await advance(100_000)
  expect(reason()).toBe('stalled')
})

test('maxRunMs is not extended by what comes just before its end', async () => {
  const { run, done, advance, reason } = await begin({ maxRunMs: 60_000 })
  await advance(59_000)
  await run.commit(1)
  run.progress({ done: 1 })
  await advance(999)
  expect(reason()).toBeNull()
  await advance(1)
  expect(reason()).toBe('run-timeout')
  await advance(0)
  // The stage returned, but after it was told to stop: that is no success.
  expect(await done).toMatchObject({ status: 'waiting', reason: 'retry' })
})
