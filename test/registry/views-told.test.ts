/** When somebody who watches a key is told of it. */
import { expect, test } from 'vitest'
import { defineTask, type TaskView } from '../../src/index.ts'
import { emptyView } from '../../src/model/view.ts'
import type { KnownKey } from '../../src/registry/mirror.ts'
import { createViews } from '../../src/registry/views.ts'
import { createManualClock } from '../../src/testing/index.ts'
import { createMemory } from '../../src/store/memory.ts'
import { buildTimed } from './build.ts'
import { createGate, faultyStore } from './faulty-store.ts'

const known = { key: 'ada|sync', userId: 'ada', scope: 'sync' } as KnownKey

test('a view is the same reference, and told once, until something of it changed', () => {
  let status: TaskView['status'] = 'idle'
  const views = createViews(
    () => ({
      ...emptyView('ada|sync', 'sync', 'ada', { state: 'ok' }),
      status,
    }),
    createManualClock(),
  )
  const told: string[] = []
  const first = views.get(known)
  const stop = views.listen('ada|sync', view => told.push(view.status))
  views.refresh(known)
  expect([views.get(known) === first, told]).toEqual([true, []])
  status = 'running'
  views.refresh(known)
  views.refresh(known)
  expect(told).toEqual(['running'])
  stop()
  status = 'idle'
  views.refresh(known)
  expect([told, views.isListening('ada|sync')]).toEqual([['running'], false])
})

test('another tab sees a run begin and end at once, without reading the store', async () => {
  const memory = createMemory()
  let reads = 0
  const store = faultyStore(operation => {
    if (operation === 'read') reads++
    return null
  }, memory)
  const gate = createGate()
  const task = defineTask({ scope: 'sync', run: () => gate.opened })
  const tab = buildTimed({ tasks: [task], store })
  const other = tab.another()
  await tab.registry.signIn('ada')
  await other.registry.signIn('ada')
  await tab.advance(0)
  reads = 0
  await tab.registry.trigger(task)
  await tab.advance(0)
  expect(other.registry.snapshot(task).status).toBe('running')
  gate.open()
  await tab.advance(0)
  expect(other.registry.snapshot(task)).toMatchObject({
    status: 'idle',
    last: { status: 'succeeded' },
  })
  expect(reads).toBe(0)
})

test('a page whose user was signed out and in again elsewhere shows nothing until it signs in', async () => {
  const task = defineTask({ scope: 'sync', run: () => undefined })
  const tab = buildTimed({ tasks: [task] })
  const other = tab.another()
  await tab.registry.signIn('ada')
  await other.registry.signIn('ada')
  await tab.advance(0)
  await other.registry.signOut()
  await other.registry.signIn('ada')
  await tab.advance(0)
  expect(other.registry.snapshot(task).status).toBe('idle')
  expect(tab.registry.snapshot(task).status).toBe('signed-out')
  expect(await tab.registry.trigger(task)).toMatchObject({
    decision: 'rejected',
    reason: 'signed-out',
    hint: 'the user was signed out elsewhere: call await registry.signIn(userId) again.',
  })
  await tab.registry.signIn('ada')
  expect(tab.registry.snapshot(task).status).toBe('idle')
})

test('a page at which nobody is signed in is told when the store fails, and when it is back', async () => {
  let failing = false
  const store = faultyStore(() => (failing ? 'fail' : null))
  const task = defineTask({ scope: 'sync', run: () => undefined })
  const { registry, advance } = buildTimed({ tasks: [task], store })
  await advance(0)
  const told: string[] = []
  registry.watch(task).subscribe(view => told.push(view.store.state))
  failing = true
  await registry.signIn('ada').catch(() => undefined)
  expect(registry.snapshot(task).store.state).toBe('unavailable')
  failing = false
  await advance(60_000)
  expect(told).toEqual(['ok', 'unavailable', 'ok'])
})

test('who watches a registry that is closed has a value at once, as everybody who watches', async () => {
  const task = defineTask({ scope: 'sync', run: () => undefined })
  const { registry } = buildTimed({ tasks: [task] })
  await registry.close()
  const told: string[] = []
  registry.watch(task).subscribe({
    next: view => told.push(`${view.scope} ${view.status}`),
    complete: () => told.push('complete'),
  })
  expect(told).toEqual(['sync loading', 'complete'])
})
