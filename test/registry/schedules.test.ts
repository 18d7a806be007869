/** What schedules cost an agent. */
import { expect, test } from 'vitest'
import { defineTask } from '../../src/index.ts'
import { cron } from '../../src/trigger/cron.ts'
import { every } from '../../src/trigger/index.ts'
import { createMemory, memoryStore } from '../../src/store/memory.ts'
import { buildTimed } from './build.ts'
import { createGate, faultyStore } from './faulty-store.ts'

const hour = 60 * 60_000

/** A store that only counts what it is asked for. */
function countingStore() {
  const memory = createMemory()
  const count = { operations: 0, transactions: 0, memory }
  const store = faultyStore(operation => {
    count.operations++
    if (operation === 'transact') count.transactions++
    return null
  }, memory)
  return { count, store }
}

test('a thousand keys with armed schedules: one timer, one transaction each to arm them, then none', async () => {
  const { count, store } = countingStore()
  const daily = cron('0 12 * * *', { timeZone: 'UTC' })
  const tasks = Array.from({ length: 1_000 }, (_, index) =>
    defineTask({ scope: `task_${index}`, triggers: [daily], run: () => undefined }),
  )
  const { registry, advance, clock } = buildTimed({ tasks, store })
  await registry.signIn('ada')
  await advance(5_000)
  const records = [...(count.memory.databases.values().next().value?.records.values() ?? [])]
  expect(records.map(record => record.version)).toEqual(tasks.map(() => 1))
  expect(count.transactions).toBe(1_000)
  expect(clock.timers()).toBe(1)
  const before = count.operations
  await advance(hour)
  expect(clock.timers()).toBe(1)
  expect(count.operations).toBe(before)
})

test('an agent that comes later arms nothing again, and costs no transaction', async () => {
  const { count, store } = countingStore()
  const task = defineTask({
    scope: 'sync',
    triggers: [cron('0 12 * * *', { timeZone: 'UTC' }), every(hour)],
    run: () => undefined,
  })
  const first = buildTimed({ tasks: [task], store })
  await first.registry.signIn('ada')
  await first.advance(5_000)
  // Armed, and then the first slot of the other one: started and settled.
  expect(count.transactions).toBe(3)
  const later = first.another()
  await later.registry.signIn('ada')
  await later.advance(5_000)
  expect(count.transactions).toBe(3)
})

test('a slot that waits for the store does not begin for the sign-in that came meanwhile', async () => {
  const memory = createMemory()
  const real = memoryStore(memory)
  const gate = createGate()
  let isHeldUp = false
  const scheduled: unknown[] = []
  const task = defineTask({
    scope: 'sync',
    triggers: [every(60_000)],
    run: run => void scheduled.push(run.scheduledAt),
  })
  const tab = buildTimed({
    tasks: [task],
    store: context => {
      const store = real(context)
      return {
        ...store,
        async transact(address, decide, options) {
          if (isHeldUp) await gate.opened
          return store.transact(address, decide, options)
        },
      }
    },
  })
  const other = tab.another({ tasks: [], store: memoryStore(memory) })
  await tab.registry.signIn('ada')
  await tab.advance(59_999)
  expect(scheduled).toHaveLength(1)
  isHeldUp = true
  await tab.advance(1_000)
  await other.registry.signOut('ada')
  await other.registry.signIn('ada')
  isHeldUp = false
  gate.open()
  await tab.advance(50_000)
  expect(scheduled).toHaveLength(1)
})
