import { expect, test } from 'vitest'
import { defineTask, type TaskRun } from '../../src/index.ts'
import { createMemory, memoryStore } from '../../src/store/memory.ts'
import { buildTimed } from './build.ts'
import { createGate, type Fault, faultyStore } from './faulty-store.ts'

const idle = defineTask({ scope: 'idle', run: () => undefined })

function untilAborted({ signal }: Pick<TaskRun<null, null, null>, 'signal'>): Promise<void> {
  return new Promise(resolve => {
    signal.addEventListener('abort', () => resolve())
  })
}

test('a trigger that joins a lease which its own agent never used has its run, and its end', async () => {
  let fault: Fault = null
  const { registry, advance } = buildTimed({ tasks: [idle], store: faultyStore(() => fault) })
  await registry.signIn('ada')
  await advance(0)
  fault = 'lie'
  const lost = registry.trigger(idle)
  await advance(0)
  fault = null
  expect(await lost).toMatchObject({ decision: 'deferred', stored: false })
  const joined = registry.trigger(idle)
  // Equal triggers reach the store once in 100 ms.
  await advance(100)
  expect(await joined).toMatchObject({ decision: 'joined' })
  // What failed a moment ago rests for a second.
  await advance(1_000)
  expect(await (await joined).done).toMatchObject({ status: 'succeeded' })
})

test('a settle that landed unseen ends the run here, though the history cannot be read', async () => {
  let fault: Fault = null
  const store = faultyStore(operation => {
    if (operation === 'history') return fault ? 'fail' : null
    const lied = fault === 'lie' && operation === 'transact'
    if (lied) fault = 'fail'
    return lied ? 'lie' : null
  })
  const task = defineTask({
    scope: 'sync',
    run: () => {
      fault = 'lie'
    },
  })
  const { registry, advance } = buildTimed({ tasks: [task], store })
  await registry.signIn('ada')
  await registry.trigger(task)
  const drained = registry.drain({ timeoutMs: 3_000 })
  await advance(3_000)
  expect(await drained).toMatchObject({ completed: true })
})

test('a history that could not be read once leaves no done pending in another tab', async () => {
  let failures = 0
  const memory = createMemory()
  const faulty = faultyStore(
    operation => (operation === 'history' && failures-- > 0 ? 'fail' : null),
    memory,
  )
  const gate = createGate()
  const task = defineTask({ scope: 'sync', run: () => gate.opened })
  const tab = buildTimed({ tasks: [task], store: memoryStore(memory) })
  const owner = tab.registry
  const { registry: other } = tab.another({ store: faulty })
  await owner.signIn('ada')
  await other.signIn('ada')
  await owner.trigger(task)
  const joined = await other.trigger(task)
  expect(joined.decision).toBe('joined')
  await tab.advance(0)
  failures = 1
  gate.open()
  await tab.advance(0)
  expect(failures).toBe(0)
  await tab.advance(1_000)
  expect(await joined.done).toMatchObject({ status: 'succeeded' })
})

test('a forced close ends although the store takes nothing any more, and names what it left', async () => {
  let fault: Fault = null
  const task = defineTask({ scope: 'sync', run: untilAborted })
  const { registry, clock, advance } = buildTimed({
    tasks: [task],
    store: faultyStore(() => fault),
  })
  await registry.signIn('ada')
  const { runId, done } = await registry.trigger(task)
  await advance(0)
  fault = 'fail'
  const closed = registry.close({ force: true })
  await advance(20_000)
  expect(await closed).toEqual([runId])
  expect(await done).toEqual({ status: 'unknown' })
  // The settle finds the store closed, then the presence lock has lingered.
  await advance(120_000)
  expect(clock.timers()).toBe(0)
})

test('a follow-up does not start in an agent that was stopped while its settle was repeated', async () => {
  let fault: Fault = null
  let refused = 0
  let calls = 0
  const gate = createGate()
  const task = defineTask({
    scope: 'sync',
    async run() {
      if (++calls === 1) await gate.opened
    },
  })
  const memory = createMemory()
  const { registry, advance } = buildTimed({
    tasks: [task],
    store: faultyStore(operation => {
      if (fault && operation === 'transact') refused++
      return fault
    }, memory),
  })
  await registry.signIn('ada')
  await registry.trigger(task)
  const { decision, runId } = await registry.trigger(task, { source: 'change' })
  expect(decision).toBe('buffered')
  fault = 'fail'
  gate.open()
  await advance(50)
  expect(refused).toBe(1)
  registry.stop()
  fault = null
  const drained = registry.drain({ timeoutMs: 3_000 })
  await advance(3_000)
  expect(await drained).toMatchObject({ completed: true })
  const [database] = memory.databases.values()
  expect(database?.records.get('ada|sync')?.run).toMatchObject({ runId, state: 'pending' })
  expect(calls).toBe(1)
})

test('without accounts a sign-in that failed at the start is made good by the first trigger', async () => {
  let failures = 1
  const store = faultyStore(operation =>
    operation === 'transactUser' && failures-- > 0 ? 'fail' : null,
  )
  const { registry, advance } = buildTimed({ tasks: [idle], store, accounts: 'none' })
  await advance(0)
  expect(failures).toBe(0)
  expect(await registry.trigger(idle)).toMatchObject({ decision: 'started' })
})

test('a run that was being acquired when its user left here does not go on, though the store is broken', async () => {
  let broken = false
  let running = 0
  const store = faultyStore(operation => (broken && operation === 'transactUser' ? 'fail' : null))
  const task = defineTask({
    scope: 'sync',
    async run(run) {
      running++
      await untilAborted(run)
      running--
    },
  })
  const { registry, advance } = buildTimed({ tasks: [task], store })
  await registry.signIn('ada')
  await advance(0)
  broken = true
  const trigger = registry.trigger(task)
  const left = registry.signOut('ada')
  await trigger
  await advance(500)
  expect(running).toBe(0)
  broken = false
  await advance(1_000)
  await left
})
