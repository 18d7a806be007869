/** What a run tells of how far it is, as other tabs see it. */
import { expect, test } from 'vitest'
import { defineTask } from '../../src/index.ts'
import { buildTimed } from './build.ts'
import { createGate } from './faulty-store.ts'

const key = { userId: 'ada', scope: 'sync' }

function setUp() {
  const gates = [createGate(), createGate()] as const
  const task = defineTask({
    scope: 'sync',
    async run(run) {
      run.progress({ done: 1, total: 3 })
      await gates[0].opened
      run.progress({ done: 2, total: 3 })
      await gates[1].opened
    },
  })
  const one = buildTimed({ tasks: [task] })
  const two = one.another()
  const shown = () => two.registry.snapshot(key).running?.progress?.done
  return { ...one, two: two.registry, gates, task, shown }
}

test('another tab shows what is told after the clock was set back', async () => {
  const { registry, advance, clock, gates, task, shown } = setUp()
  await registry.signIn('ada')
  await registry.trigger(task)
  await advance(200)
  expect(shown()).toBe(1)
  clock.moveWall(-3_600_000)
  gates[0].open()
  await advance(200)
  expect(shown()).toBe(2)
  gates[1].open()
  await advance(0)
})

test('a tab that subscribes late asks for what is not stored yet', async () => {
  const { registry, advance, another, gates, task } = setUp()
  await registry.signIn('ada')
  await registry.trigger(task)
  await advance(200)
  const late = another().registry
  await advance(0)
  const seen: unknown[] = []
  late.watch(key).subscribe(view => seen.push(view.running?.progress?.done))
  await advance(0)
  expect(seen.at(-1)).toBe(1)
  for (const gate of gates) gate.open()
  await advance(200)
})
