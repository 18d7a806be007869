/** For how long a held lease is written, and when it is given up. */
import { expect, test } from 'vitest'
import { defineTask } from '../../src/index.ts'
import { createMemory, memoryStore } from '../../src/store/memory.ts'
import { buildTimed } from './build.ts'
import { createGate } from './faulty-store.ts'

test('what ensure() granted is not taken back by a renewal', async () => {
  const gate = createGate()
  const memory = createMemory()
  const task = defineTask({
    scope: 'sync',
    async run(run) {
      await run.ensure(300_000)
      await gate.opened
    },
  })
  const tab = buildTimed({ tasks: [task], store: memoryStore(memory) })
  await tab.registry.signIn('ada')
  await tab.registry.trigger(task)
  const until = tab.clock.now() + 300_000
  await tab.advance(10)
  tab.environment.emit('visible')
  await tab.advance(10)
  const [database] = memory.databases.values()
  const expiresAt = database?.records.get('ada|sync')?.lease?.expiresAt
  gate.open()
  await tab.advance(10)
  expect(expiresAt).toBeGreaterThanOrEqual(until)
})

test('a lease that was left alone for 20 minutes is not taken up again on resume', async () => {
  let reason: unknown = null
  const gate = createGate()
  const task = defineTask({
    scope: 'sync',
    async run({ signal }) {
      signal.addEventListener('abort', () => {
        reason = (signal.reason as { readonly reason: string }).reason
      })
      await gate.opened
    },
  })
  const tab = buildTimed({ tasks: [task] })
  await tab.registry.signIn('ada')
  await tab.registry.trigger(task)
  await tab.advance(10)
  tab.clock.moveWall(20 * 60_000)
  tab.environment.emit('resume')
  await tab.advance(0)
  const seen = reason
  gate.open()
  await tab.advance(10)
  expect(seen).toBe('lease-in-doubt')
})
