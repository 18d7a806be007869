import { expect, onTestFinished, test, vi } from 'vitest'
import { defineTask, type TaskRun, type } from '../../src/index.ts'
import { change, type Subscribable } from '../../src/trigger/index.ts'
import { buildRegistry, buildTimed, rejectionOf } from './build.ts'
import { faultyStore } from './faulty-store.ts'

test('an onError that throws keeps no run from its end', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  onTestFinished(() => warned.mockRestore())
  let failures = 0
  const store = faultyStore(operation =>
    operation === 'transact' && failures-- > 0 ? 'fail' : null,
  )
  const task = defineTask({
    scope: 'sync',
    run: () => {
      failures = 1
    },
  })
  const { registry, advance } = buildTimed({
    tasks: [task],
    store,
    onError() {
      throw new Error('a broken handler')
    },
  })
  await registry.signIn('ada')
  const { done } = await registry.trigger(task)
  await advance(1_000)
  expect(await done).toMatchObject({ status: 'succeeded' })
})

test('an async onSettled that rejects is reported, and leaves no rejection unhandled', async () => {
  const errors: unknown[] = []
  const task = defineTask({
    scope: 'sync',
    run: () => undefined,
    onSettled: () => Promise.reject(new Error('no notification')),
  })
  const { registry, advance } = buildTimed({
    tasks: [task],
    onError: error => errors.push(error),
  })
  await registry.signIn('ada')
  await (await registry.trigger(task)).done
  await advance(0)
  expect(errors).toEqual([new Error('no notification')])
})

test('a change whose payload cannot be made is reported, and still is news', async () => {
  const errors: unknown[] = []
  let emit: (value: number) => void = () => undefined
  const source: Subscribable<number> = {
    subscribe(observer) {
      emit = observer.next
      return () => undefined
    },
  }
  const task = defineTask({
    scope: 'sync',
    run: () => undefined,
    triggers: [
      change(source, {
        payload() {
          throw new Error('no payload')
        },
      }),
    ],
  })
  const { registry, advance } = buildTimed({
    tasks: [task],
    onError: error => errors.push(error),
  })
  await registry.signIn('ada')
  await advance(0)
  emit(1)
  await advance(0)
  expect(errors).toEqual([new Error('no payload')])
  expect((await registry.history(task)).runs).toHaveLength(1)
})

test('a gate that answers neither true nor a reason is closed, with a reason', async () => {
  const task = defineTask({ scope: 'sync', run: () => undefined, when: () => false as never })
  const registry = buildRegistry({ tasks: [task] })
  await registry.signIn('ada')
  expect(await registry.trigger(task)).toMatchObject({
    decision: 'deferred',
    reason: 'gate',
    hint: 'the gate of the task is closed',
  })
})

test('a stage that has returned cannot move, seal or answer for a later one, and its progress counts for nothing', async () => {
  let first:
    | Pick<TaskRun<null, null, string>, 'commit' | 'seal' | 'result' | 'progress'>
    | undefined
  const caught: unknown[] = []
  let shown: unknown
  const task = defineTask({
    scope: 'sync',
    result: type<string>(),
    seal: 'manual',
    stages: stage => ({
      pulling: stage(run => {
        first = run
      }),
      pushing: stage(async run => {
        if (!first) return
        const { commit, seal, result, progress } = first
        caught.push(await rejectionOf(commit(null)), await rejectionOf(seal()))
        caught.push(await rejectionOf(Promise.resolve().then(() => result('late'))))
        run.progress({ done: 5, total: 10 })
        progress({ done: 1, total: 2 })
        await run.commit(null)
        shown = await registry.getRunningTask(task)
      }),
    }),
  })
  const registry = buildRegistry({ tasks: [task] })
  await registry.signIn('ada')
  const { done, runId } = await registry.trigger(task)
  expect(await done).toEqual({ status: 'succeeded', runId, result: null })
  const code = 'stage-finished'
  expect(caught).toMatchObject([{ code }, { code }, { code }])
  expect(shown).toMatchObject({ stage: 'pushing', sealed: false, progress: { done: 5 } })
})

test('a trigger with a source or flag that is none is refused at the call', async () => {
  const task = defineTask({ scope: 'sync', run: () => undefined })
  const registry = buildRegistry({ tasks: [task] })
  await registry.signIn('ada')
  const wrong = [
    { source: '' },
    { source: 5 },
    { source: 'x'.repeat(257) },
    { brings: 'all' },
    { whenRunning: 'later' },
  ]
  for (const options of wrong) {
    await expect(registry.trigger(task, options as never)).rejects.toMatchObject({
      code: 'invalid-argument',
    })
  }
})
