/** Attempts that do not move, or take too long, although their lease is renewed. */
import { expect, test } from 'vitest'
import { defineTask, type TaskRun, type, type LeaseLost } from '../../src/index.ts'
import { buildTimed } from './build.ts'

type Run = TaskRun<string, null, null>

const minute = 60_000

/** A task whose stage does `work`; `ended` collects why its attempts were aborted. */
async function setUp(
  limits: { readonly stallMs?: number; readonly maxRunMs?: number },
  work: (run: Run) => unknown,
) {
  const ended: unknown[] = []
  const task = defineTask({
    scope: 'sync',
    ...limits,
    stages: stage => ({
      working: stage(
        async (run: Run) => {
          run.signal.addEventListener('abort', () =>
            ended.push((run.signal.reason as LeaseLost).reason),
          )
          await work(run)
          await new Promise<void>(resolve => {
            if (run.signal.aborted) resolve()
            run.signal.addEventListener('abort', () => resolve())
          })
        },
        { cursor: type<string>() },
      ),
    }),
  })
  const { registry, advance, clock } = buildTimed({ tasks: [task] })
  await registry.signIn('ada')
  const { done } = await registry.trigger(task)
  await advance(0)
  return { registry, advance, clock, task, done, ended }
}

test('C18 the owner hangs: maxRunMs ends the attempt although it renews, and it is tried again', async () => {
  const { registry, advance, task, done, ended } = await setUp({ maxRunMs: 5 * minute }, () => null)
  await advance(5 * minute - 1)
  expect(registry.snapshot(task)).toMatchObject({
    status: 'running',
    running: { responding: true },
  })
  expect(ended).toEqual([])
  await advance(1)
  expect(ended).toEqual(['run-timeout'])
  expect(await done).toMatchObject({ status: 'waiting', reason: 'retry' })
  expect(registry.snapshot(task)).toMatchObject({ status: 'waiting', attempt: 1 })
})

test('maxRunMs is not extended by commits or progress', async () => {
  let deadlineAt: number | undefined
  const { advance, clock, ended } = await setUp({ maxRunMs: 3 * minute }, async run => {
    deadlineAt = run.deadlineAt
    for (let page = 0; page < 10; page++) {
      await run.commit(String(page))
      run.progress({ done: page })
    }
  })
  expect(deadlineAt).toBe(clock.now() + 3 * minute)
  await advance(3 * minute)
  expect(ended).toEqual(['run-timeout'])
})

test('without commit and progress for ten minutes an attempt is aborted as stalled', async () => {
  const { advance, done, ended } = await setUp({}, () => null)
  await advance(10 * minute - 1)
  expect(ended).toEqual([])
  await advance(1)
  expect(ended).toEqual(['stalled'])
  expect(await done).toMatchObject({ status: 'waiting', reason: 'retry' })
})

test.each([
  ['a commit', (run: Run) => run.commit('page-1')],
  ['progress', (run: Run) => run.progress({ done: 1 })],
] as const)('%s is a sign of life', async (_what, sign) => {
  let alive: (() => unknown) | null = null
  const { advance, ended } = await setUp({ stallMs: minute }, run => {
    alive = () => sign(run)
  })
  await advance(minute - 1)
  const tell = alive as (() => unknown) | null
  await tell?.()
  await advance(minute - 1)
  expect(ended).toEqual([])
  await advance(1)
  expect(ended).toEqual(['stalled'])
})
