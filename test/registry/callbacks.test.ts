import { expect, onTestFinished, test, vi } from 'vitest'
import { defineTask, type TaskRun } from '../../src/index.ts'
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

test('a stage that has returned cannot move the run of a later one', async () => {
  let first: Pick<TaskRun<null, null, null>, 'commit'> | undefined
  let caught: unknown
  const task = defineTask({
    scope: 'sync',
    stages: stage => ({
      pulling: stage(run => {
        first = run
      }),
      pushing: stage(async () => {
        caught = first && (await rejectionOf(first.commit(null)))
      }),
    }),
  })
  const registry = buildRegistry({ tasks: [task] })
  await registry.signIn('ada')
  expect(await (await registry.trigger(task)).done).toMatchObject({ status: 'succeeded' })
  expect(caught).toMatchObject({ code: 'stage-finished' })
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
