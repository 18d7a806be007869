/** What becomes of a run that was got in the time of an event, and begins when that is over. */
import { expect, test } from 'vitest'
import { defineTask } from '../../src/index.ts'
import { createSimEnvironment } from '../../src/testing/sim-environment.ts'
import { budgetMs, buildApp } from './build.ts'

test('a run that was got in time calls no stage when the time is over before that, and is handed over', async () => {
  const tasks: (() => void)[] = []
  const calls: string[] = []
  const taskOf = (agent: string) => defineTask({ scope: 'sync', run: () => void calls.push(agent) })
  const environment = createSimEnvironment(
    'worker',
    work => void tasks.push(work),
    new Map(),
    'service-worker',
  )
  const { page, workerBrowser, advance } = await buildApp(
    { tasks: [taskOf('page')] },
    { tasks: [taskOf('worker')], environment },
  )
  page.registry.stop()
  await page.registry.trigger('ada|sync')
  const served = workerBrowser.wake()
  // As where the device sleeps in that moment.
  await advance(budgetMs)
  tasks.shift()?.()
  await advance(0)
  expect(await served).toEqual({ isLeft: true })
  page.another({ tasks: [taskOf('tab')] })
  await advance(1_000)
  expect(calls).toEqual(['tab'])
})
