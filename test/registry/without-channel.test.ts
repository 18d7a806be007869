/** Agents that cannot hear each other: what somebody waits for is read again. */
import { expect, test } from 'vitest'
import { defineTask } from '../../src/index.ts'
import { buildTimed } from './build.ts'
import { createGate } from './faulty-store.ts'

test('a tab that resumes hidden and is shown a moment later hears how the run of another tab ended', async () => {
  const gate = createGate()
  const task = defineTask({ scope: 'sync', run: () => gate.opened })
  const one = buildTimed({
    tasks: [task],
    channel: () => null,
    presence: { request: () => Promise.resolve(null) },
  })
  const two = one.another()
  await one.registry.signIn('ada')
  await one.registry.trigger(task)
  await two.registry.signIn('ada')
  two.environment.setVisible(false)
  two.environment.emit('hidden')
  const { decision, done } = await two.registry.trigger(task)
  expect(decision).toBe('joined')
  two.environment.emit('resume')
  two.environment.setVisible(true)
  two.environment.emit('visible')
  await two.advance(0)
  gate.open()
  await two.advance(4_000)
  expect(await Promise.race([done, Promise.resolve('nothing')])).toMatchObject({
    status: 'succeeded',
  })
})
