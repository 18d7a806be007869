import { expect, test } from 'vitest'
import { defineTask, type TaskView } from '../../src/index.ts'
import { createManualClock } from '../../src/testing/index.ts'
import type { TaskRecord } from '../../src/model/record.ts'
import { createMemory } from '../../src/store/memory.ts'
import { every } from '../../src/trigger/index.ts'
import { createViews } from '../../src/registry/views.ts'
import { createMirror } from '../../src/registry/mirror.ts'
import { buildRegistry, buildTimed } from './build.ts'
import { faultyStore } from './faulty-store.ts'

/** A store that only counts its transactions. */
function countingStore() {
  const memory = createMemory()
  const count = { transactions: 0, memory }
  const store = faultyStore(operation => {
    if (operation === 'transact') count.transactions++
    return null
  }, memory)
  return { count, store }
}

test('a slot that queues behind an exhausted failure waits without a transaction', async () => {
  const { count, store } = countingStore()
  const task = defineTask({
    scope: 'sync',
    retry: { attempts: 1 },
    triggers: [every(1_000, { missed: 'all' })],
    run: () => Promise.reject(new Error('no')),
  })
  const { registry, advance } = buildTimed({ tasks: [task], store })
  await registry.signIn('ada')
  await advance(1_500)
  // One starts, one settles; the next slot has been due for half a second.
  expect(count.transactions).toBe(2)
})

test('what is left of an earlier sign-in does not hold up slots that queue', async () => {
  const { count, store } = countingStore()
  let calls = 0
  const task = defineTask({
    scope: 'sync',
    triggers: [every(1_000, { missed: 'all' })],
    run: () => {
      calls++
    },
  })
  const tab = buildTimed({ tasks: [task], store })
  await tab.registry.signIn('ada')
  await tab.advance(50)
  expect(calls).toBe(1)
  await tab.registry.signOut('ada')
  await tab.registry.close()
  const [database] = count.memory.databases.values()
  const record = database?.records.get('ada|sync')
  // Its owner died before the sign-out: nobody wrote down that it ended.
  const running = { ...record, version: 50, run: anOldRun() }
  database?.records.set('ada|sync', running as unknown as TaskRecord)
  const later = tab.another()
  await later.registry.signIn('ada')
  await later.advance(1_000)
  expect(calls).toBe(2)
})

function anOldRun() {
  const checkpoint = { taskVersion: 1, finished: [], stage: 'running', cursor: null, sealed: false }
  return { runId: 'old', state: 'running', checkpoint, stages: [], triggers: [], wait: null }
}

test('kinds of triggers that take turns are counted together, each with its equals', async () => {
  const { count, store } = countingStore()
  const task = defineTask({ scope: 'sync', run: () => undefined })
  const registry = buildRegistry({ tasks: [task], store })
  await registry.signIn('ada')
  await registry.pause(task)
  count.transactions = 0
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, (_, index) =>
      registry.trigger(task, { source: index % 2 === 0 ? 'even' : 'odd' }),
    ),
  )
  expect(answers.every(({ decision }) => decision === 'deferred')).toBe(true)
  expect(count.transactions).toBeLessThanOrEqual(4)
})

test('who watches without a user is told so once, whoever signs in elsewhere', async () => {
  const task = defineTask({ scope: 'sync', run: () => undefined })
  const one = buildTimed({ tasks: [task], accounts: 'many' })
  const two = one.another()
  const statuses: string[] = []
  two.registry.watch(task).subscribe(view => statuses.push(view.status))
  await one.registry.signIn('ada')
  await one.registry.signIn('bob')
  await one.advance(0)
  expect(statuses).toEqual(['signed-out'])
})

test('a listener that changes what is shown makes nobody see an older view after a newer one', () => {
  const mirror = createMirror({
    onKey: () => undefined,
    onUser: () => undefined,
    onOtherStore: () => undefined,
    onStranger: () => undefined,
  })
  const known = mirror.track({ key: 'ada|sync', userId: 'ada' }, 'sync')
  let attempt = 1
  const views = createViews(() => ({ attempt }) as unknown as TaskView, createManualClock())
  const seen: number[] = []
  views.listen(known.key, view => {
    if (view.attempt === 2) {
      attempt = 3
      views.refresh(known)
    }
  })
  views.listen(known.key, view => seen.push(view.attempt ?? 0))
  attempt = 2
  views.refresh(known)
  expect(seen).toEqual([3])
})

test('a press that follows a run which it cannot join starts the next one at once', async () => {
  let calls = 0
  const task = defineTask({
    scope: 'sync',
    run: () => {
      calls++
    },
  })
  const { registry, advance } = buildTimed({ tasks: [task] })
  await registry.signIn('ada')
  const first = await registry.trigger(task)
  await advance(0)
  expect(await first.done).toMatchObject({ status: 'succeeded' })
  void registry.trigger(task)
  await advance(0)
  expect(calls).toBe(2)
})
