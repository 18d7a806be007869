/** `outcome(runId)`: the end of a run, wherever it is. */
import { expect, test } from 'vitest'
import { defineTask } from '../../src/index.ts'
import { buildTimed } from './build.ts'
import { createGate } from './faulty-store.ts'

test('outcome(runId) right after sign-in waits for a run that is under way in another tab', async () => {
  const gate = createGate()
  const task = defineTask({ scope: 'sync', run: () => gate.opened })
  const tab = buildTimed({ tasks: [task] })
  await tab.registry.signIn('ada')
  const { runId = '' } = await tab.registry.trigger(task)
  const later = tab.another()
  await later.registry.signIn('ada')
  const outcome = later.registry.outcome(runId)
  await tab.advance(0)
  gate.open()
  await tab.advance(100)
  expect(await outcome).toMatchObject({ status: 'succeeded' })
})

test('a run that the history keeps has its outcome, also when more than fifty others ended since', async () => {
  const task = defineTask({ scope: 'sync', run: () => undefined })
  const { registry, advance } = buildTimed({ tasks: [task], historyKept: 200 })
  await registry.signIn('ada')
  const runIds: string[] = []
  for (let run = 0; run < 60; run++) {
    const { runId = '', done } = await registry.trigger(task)
    await done
    await advance(200)
    runIds.push(runId)
  }
  const { runs } = await registry.history(task, { limit: 200 })
  expect(runs).toHaveLength(60)
  expect(await registry.outcome(runIds[0] ?? '')).toMatchObject({ status: 'succeeded' })
})
