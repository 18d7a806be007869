// Does a component, or an effect scope, see its task as it is?
import { expect, onTestFinished, test } from 'vitest'
import { createApp, effectScope, nextTick, ref, shallowRef, watchEffect } from 'vue'
import { type AnyTask, defineTask, type TaskRun } from '../../src/index.ts'
import type { TestRegistryOptions } from '../../src/testing/index.ts'
import { registryKey, useTask } from '../../src/vue/index.ts'
import { buildTimed } from '../registry/build.ts'
import { createGate } from '../registry/faulty-store.ts'
import { countWatches } from '../registry/live-watches.ts'

const first = defineTask({ scope: 'first', run: () => undefined })
const second = defineTask({ scope: 'second', run: () => undefined })

/** A registry, and a place where `useTask` can be called as in a component's set-up. */
function build(options: TestRegistryOptions) {
  const tab = buildTimed(options)
  const { registry, live } = countWatches(tab.registry)
  const app = createApp({}).provide(registryKey, registry)
  const scope = effectScope()
  onTestFinished(() => scope.stop())
  return {
    ...tab,
    live,
    scope,
    setUp: <Result>(call: () => Result): Result =>
      app.runWithContext(() => scope.run(call) as Result),
  }
}

test('the ref holds the view at once, then each change, and the calls are those of its task', async () => {
  const gate = createGate()
  const task = defineTask({ scope: 'sync', run: () => gate.opened })
  const { registry, setUp, advance } = build({ tasks: [task] })
  await registry.signIn('ada')
  await advance(0)
  const { view, trigger } = setUp(() => useTask(task))
  const seen: string[] = []
  setUp(() => watchEffect(() => seen.push(view.value.status), { flush: 'sync' }))
  const { decision, done } = await trigger({ source: 'menu', byUser: true })
  await advance(0)
  expect([decision, view.value.running?.source]).toEqual(['started', 'menu'])
  gate.open()
  await advance(0)
  expect(await done).toMatchObject({ status: 'succeeded' })
  expect(seen).toEqual(['idle', 'running', 'idle'])
})

test('cancel ends the run', async () => {
  const task = defineTask({
    scope: 'sync',
    run: (run: TaskRun<null, null, null>) =>
      new Promise<void>(resolve => run.signal.addEventListener('abort', () => resolve())),
  })
  const { registry, setUp, advance } = build({ tasks: [task] })
  await registry.signIn('ada')
  const { view, trigger, cancel } = setUp(() => useTask(task))
  const { done } = await trigger()
  await advance(0)
  expect(await cancel({ runId: 'another' })).toEqual({ cancelled: false, reason: 'other-run' })
  expect(await cancel()).toMatchObject({ cancelled: true })
  await advance(0)
  expect(await done).toMatchObject({ status: 'cancelled' })
  expect(view.value.last?.status).toBe('cancelled')
})

test('without a change of its task or user nothing is watched anew; with one the old watch ends at once', async () => {
  const { registry, setUp, advance, live } = build({ tasks: [first, second], accounts: 'many' })
  await registry.signIn('ada')
  await registry.signIn('bea')
  await advance(0)
  const task = shallowRef<AnyTask>(first)
  const userId = ref('ada')
  const { view, trigger } = setUp(() => useTask(task, { userId: () => userId.value }))
  expect([view.value.key, live()]).toEqual(['ada|first', 1])
  userId.value = 'bea'
  expect([view.value.key, live()]).toEqual(['bea|first', 1])
  task.value = second
  expect([view.value.key, live()]).toEqual(['bea|second', 1])
  await (await trigger()).done
  expect((await registry.history('bea|second')).runs).toHaveLength(1)
})

test('a task in a plain ref, which wraps it, is the task that the registry has', async () => {
  const { registry, setUp, advance } = build({ tasks: [first] })
  await registry.signIn('ada')
  await advance(0)
  const { view, trigger } = setUp(() => useTask(ref(first)))
  expect(view.value).toMatchObject({ key: 'ada|first', status: 'idle' })
  expect(await (await trigger()).done).toMatchObject({ status: 'succeeded' })
})

test('the view follows whoever is signed in', async () => {
  const { registry, setUp, advance } = build({ tasks: [first] })
  const { view, trigger } = setUp(() => useTask(first))
  expect(view.value.status).toBe('signed-out')
  expect(await trigger()).toMatchObject({ decision: 'rejected', reason: 'signed-out' })
  for (const userId of ['ada', 'bea']) {
    await registry.signIn(userId)
    await advance(0)
    expect(view.value).toMatchObject({ userId, status: 'idle' })
  }
  await registry.signOut()
  await advance(0)
  expect(view.value.status).toBe('signed-out')
})

test('when the scope ends nothing is watched any more, and what was triggered is answered', async () => {
  const { registry, setUp, scope, live, advance } = build({ tasks: [first] })
  await registry.signIn('ada')
  await advance(0)
  const { view, trigger } = setUp(() => useTask(first))
  const answer = trigger()
  scope.stop()
  expect(live()).toBe(0)
  const last = view.value
  expect(await (await answer).done).toMatchObject({ status: 'succeeded' })
  await advance(0)
  await nextTick()
  expect(view.value).toBe(last)
})

test('when the registry is closed what is shown stays, who comes or changes shows that it loads, and a press says that it is closed', async () => {
  const { registry, setUp, advance, live } = build({ tasks: [first, second] })
  await registry.signIn('ada')
  await advance(0)
  const task = shallowRef<AnyTask>(first)
  const { view } = setUp(() => useTask(task))
  await registry.close()
  expect(view.value).toMatchObject({ key: 'ada|first', status: 'idle' })
  task.value = second
  expect(view.value).toMatchObject({ scope: 'second', status: 'loading' })
  const late = setUp(() => useTask(first))
  expect(late.view.value.status).toBe('loading')
  await expect(late.trigger()).rejects.toMatchObject({ code: 'closed' })
  expect(live()).toBe(0)
})

test('where there is no registry yet the view is loading, and a trigger says what is missing', async () => {
  const app = createApp({}).provide(registryKey, null)
  const userId = ref('ada')
  const { view, trigger } = app.runWithContext(() => useTask(first, { userId }))
  expect(view.value).toMatchObject({ status: 'loading', userId: 'ada' })
  userId.value = 'bea'
  expect(view.value).toMatchObject({ status: 'loading', userId: 'bea' })
  await expect(trigger()).rejects.toMatchObject({ code: 'invalid-argument' })
})
