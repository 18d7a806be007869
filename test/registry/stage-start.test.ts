/** In what surroundings a stage function is called. */
import { expect, test } from 'vitest'
import { defineTask } from '../../src/index.ts'
import { createSimEnvironment } from '../../src/testing/sim-environment.ts'
import { buildTimed } from './build.ts'

test('each stage function is called in a task of its own, after trigger() has answered', async () => {
  const tasks: (() => void)[] = []
  const called: string[] = []
  const task = defineTask({
    scope: 'sync',
    stages: stage => ({
      pulling: stage(() => void called.push('pulling')),
      pushing: stage(() => void called.push('pushing')),
    }),
  })
  const environment = createSimEnvironment('tab', work => void tasks.push(work))
  const { registry, advance } = buildTimed({ tasks: [task], environment })
  await registry.signIn('ada')
  const { decision } = await registry.trigger(task)
  await advance(0)
  expect([decision, called, tasks.length]).toEqual(['started', [], 1])
  tasks.shift()?.()
  await advance(0)
  expect([called, tasks.length]).toEqual([['pulling'], 1])
  tasks.shift()?.()
  await advance(0)
  expect([called, tasks.length]).toEqual([['pulling', 'pushing'], 0])
})
