/** A goodbye makes a takeover a hand-over also where pages cannot leave each other notes, as in workers. */
import { expect, test } from 'vitest'
import { defineTask } from '../../src/index.ts'
import { createMemory, memoryStore } from '../../src/store/memory.ts'
import { buildTimed } from './build.ts'
import { createGate } from './faulty-store.ts'

test('who hears a goodbye on the channel is handed the run, which counts as no death of its owner', async () => {
  const gate = createGate()
  const memory = createMemory()
  const taskOf = () => defineTask({ scope: 'sync', run: () => gate.opened })
  // Each agent of these tests has notes of its own.
  const a = buildTimed({ tasks: [taskOf()], store: memoryStore(memory) })
  const b = a.another({ tasks: [taskOf()] })
  await a.registry.signIn('ada')
  await a.registry.trigger('ada|sync')
  await a.advance(1_000)
  a.environment.emit('pagehide')
  await a.advance(1_000)
  const running = await b.registry.getRunningTask('ada|sync')
  const { run } = memory.databases.get('leasehold')?.records.get('ada|sync') ?? {}
  a.environment.emit('pageshow')
  gate.open()
  await a.advance(1_000)
  expect(running?.owner.here).toBe(true)
  expect(run).toMatchObject({ takeovers: 1, takeoversInPlace: 0 })
})
