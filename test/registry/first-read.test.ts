/** An agent whose first look at the store fails is not left behind for good. */
import { expect, test } from 'vitest'
import { defineTask } from '../../src/index.ts'
import { createMemory } from '../../src/store/memory.ts'
import { every } from '../../src/trigger/index.ts'
import { buildTimed } from './build.ts'
import { faultyStore } from './faulty-store.ts'

test('a schedule starts although its key could not be read in the first second', async () => {
  let broken = true
  let calls = 0
  const task = defineTask({
    scope: 'sync',
    triggers: [every(60_000)],
    run: () => {
      calls++
    },
  })
  const store = faultyStore(operation => (operation === 'read' && broken ? 'fail' : null))
  const { registry, advance } = buildTimed({ tasks: [task], store })
  await registry.signIn('ada')
  await advance(1_000)
  broken = false
  await advance(600_000)
  expect(calls).toBeGreaterThan(0)
})

test('what an earlier page left waiting goes on although the store failed in the first second of this one', async () => {
  let broken = false
  let works = false
  let calls = 0
  const task = defineTask({
    scope: 'sync',
    run: () => {
      calls++
      if (!works) throw new Error('no')
    },
  })
  const one = buildTimed({
    tasks: [task],
    store: faultyStore(() => (broken ? 'fail' : null), createMemory()),
  })
  await one.registry.signIn('ada')
  await one.registry.trigger(task)
  await one.advance(5)
  await one.registry.close()
  works = true
  broken = true
  calls = 0
  const two = one.another()
  await two.advance(1_000)
  broken = false
  await two.advance(20 * 60_000)
  expect(calls).toBe(1)
})
