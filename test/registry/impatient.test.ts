/** A store that never answers: every call is answered all the same, and what it asked counts when it lands. */
import { expect, test } from 'vitest'
import { defineTask } from '../../src/index.ts'
import { memoryStore } from '../../src/store/memory.ts'
import { withFaults } from '../../src/testing/index.ts'
import { buildTimed, rejectionOf } from './build.ts'

const task = defineTask({ scope: 'sync', run: () => undefined })

test('C40 open never answers: cancel, pause, resume, reset, history, outcome and the running task are answered after 5 s', async () => {
  const { factory, inject } = withFaults(memoryStore())
  const { registry, advance } = buildTimed({ tasks: [task], store: factory })
  await registry.signIn('ada')
  await advance(0)
  inject('open-never-answers')
  const calls = [
    registry.cancel(task),
    registry.pause(task),
    registry.resume(task),
    registry.reset(task),
    registry.history(task),
    registry.outcome('a run that nobody knows'),
    registry.getRunningTask(task),
  ].map(rejectionOf)
  await advance(5_000)
  for (const answer of await Promise.all(calls))
    expect(answer).toMatchObject({ code: 'store-unavailable', details: { landed: 'unknown' } })
  inject(null)
})

test('a pause that lands late counts, and leaves no timer', async () => {
  const { factory, inject } = withFaults(memoryStore())
  const { registry, advance } = buildTimed({ tasks: [task], store: factory })
  await registry.signIn('ada')
  await advance(0)
  inject('busy')
  const paused = rejectionOf(registry.pause(task))
  await advance(5_000)
  expect(await paused).toMatchObject({ code: 'store-unavailable' })
  inject(null)
  await advance(0)
  expect(registry.snapshot(task).status).toBe('paused')
})
