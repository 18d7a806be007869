/** How long the presence lock says that stage functions of an agent may run. */
import { expect, test } from 'vitest'
import { defineTask } from '../../src/index.ts'
import { createMemory, memoryStore } from '../../src/store/memory.ts'
import { createLocalLocks } from '../../src/testing/local-locks.ts'
import { buildTimed } from './build.ts'
import { createGate } from './faulty-store.ts'

test('it is held until the stage function has returned, whatever became of its run', async () => {
  const memory = createMemory()
  const locks = createLocalLocks()
  const gate = createGate()
  const task = defineTask({ scope: 'sync', run: () => gate.opened })
  const { registry, advance } = buildTimed({
    tasks: [task],
    store: memoryStore(memory),
    presence: locks.presenceFor('tab'),
  })
  await registry.signIn('ada')
  await registry.trigger(task)
  await advance(0)
  const lease = [...memory.databases.values()][0]?.records.get('ada|sync')?.lease
  const name = lease?.presence ?? 'none'
  expect(locks.holders(name)).toEqual(['tab'])
  await registry.cancel(task)
  await advance(60_000)
  expect(await registry.getRunningTask(task)).toBeNull()
  expect(locks.holders(name)).toEqual(['tab'])
  gate.open()
  await advance(999)
  expect(locks.holders(name)).toEqual(['tab'])
  await advance(1)
  expect(locks.holders(name)).toEqual([])
})
