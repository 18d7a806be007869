/** What an agent does whose stage function does not return although it was told to. */
import { expect, test } from 'vitest'
import { defineTask, RegistryError } from '../../src/index.ts'
import { buildTimed, rejectionOf } from './build.ts'
import { createGate } from './faulty-store.ts'

function setUp() {
  const gate = createGate()
  const reported: unknown[] = []
  let called = 0
  const task = defineTask({
    scope: 'sync',
    run: () => (++called === 1 ? gate.opened : undefined),
  })
  const built = buildTimed({ tasks: [task], onError: error => reported.push(error) })
  return { ...built, gate, reported, task, calls: () => called }
}

test('after 10 s it is reported, once, and the view of the key is blocked until the stage returns', async () => {
  const { registry, advance, gate, reported, task, calls } = setUp()
  await registry.signIn('ada')
  await registry.trigger(task)
  await advance(0)
  await registry.cancel(task)
  await advance(9_999)
  expect(reported).toEqual([])
  await advance(1)
  expect(reported).toMatchObject([{ code: 'stage-ignores-signal', details: { key: 'ada|sync' } }])
  expect(reported[0]).toBeInstanceOf(RegistryError)

  const again = await registry.trigger(task)
  expect(again).toMatchObject({ decision: 'deferred', reason: 'stage-ignores-signal' })
  await advance(60_000)
  expect(registry.snapshot(task)).toMatchObject({
    status: 'blocked',
    reason: 'stage-ignores-signal',
  })
  expect(calls()).toBe(1)
  expect(reported).toHaveLength(1)

  gate.open()
  await advance(1_000)
  expect(calls()).toBe(2)
  expect(registry.snapshot(task).status).toBe('idle')
})

test('another tab is not kept from the key, and no tab calls it blocked then', async () => {
  const { registry, advance, another, task, calls } = setUp()
  await registry.signIn('ada')
  const other = another().registry
  await other.signIn('ada')
  await registry.trigger(task)
  await advance(0)
  await registry.cancel(task)
  await advance(10_000)
  await registry.trigger(task)
  await advance(1_000)
  expect(calls()).toBe(2)
  expect(registry.snapshot(task).status).toBe('idle')
})

test('a stage that goes on after its attempt is over is told that the run is lost, not that it has returned', async () => {
  const gate = createGate()
  const caught: unknown[] = []
  const task = defineTask({
    scope: 'sync',
    async run({ commit, seal }) {
      await gate.opened
      caught.push(await rejectionOf(commit(null)), await rejectionOf(seal()))
    },
  })
  const { registry, advance } = buildTimed({ tasks: [task] })
  await registry.signIn('ada')
  await registry.trigger(task)
  await advance(0)
  await registry.cancel(task)
  await advance(11_000)
  gate.open()
  await advance(0)
  const lost = { name: 'LeaseLost', reason: 'cancelled' }
  expect(caught).toMatchObject([lost, lost])
})
