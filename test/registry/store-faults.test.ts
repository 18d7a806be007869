import { expect, test } from 'vitest'
import { defineTask, type TaskRun } from '../../src/index.ts'
import { createMemory, memoryStore } from '../../src/store/memory.ts'
import { createManualClock } from '../../src/testing/index.ts'
import { buildRegistry } from './build.ts'
import { createGate, type Fault, faultyStore, pause } from './faulty-store.ts'

const idle = defineTask({ scope: 'idle', run: () => undefined })

function untilAborted({ signal }: Pick<TaskRun<null, null, null>, 'signal'>): Promise<void> {
  return new Promise(resolve => {
    signal.addEventListener('abort', () => resolve())
  })
}

test('a trigger that joins a lease which its own agent never used has its run, and its end', async () => {
  let fault: Fault = null
  const registry = buildRegistry({ tasks: [idle], store: faultyStore(() => fault) })
  await registry.signIn('ada')
  await pause(10)
  fault = 'lie'
  const lost = registry.trigger(idle)
  await pause(5)
  fault = null
  expect(await lost).toMatchObject({ decision: 'deferred', stored: false })
  const joined = await registry.trigger(idle)
  expect(await joined.done).toMatchObject({ status: 'succeeded' })
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
  const registry = buildRegistry({ tasks: [task], store })
  await registry.signIn('ada')
  await registry.trigger(task)
  expect(await registry.drain({ timeoutMs: 3_000 })).toMatchObject({ completed: true })
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
  const name = 'done-in-another-tab'
  const owner = buildRegistry({ tasks: [task], name, store: memoryStore(memory) })
  const other = buildRegistry({ tasks: [task], name, store: faulty })
  await owner.signIn('ada')
  await other.signIn('ada')
  await owner.trigger(task)
  const joined = await other.trigger(task)
  expect(joined.decision).toBe('joined')
  await pause(20)
  failures = 1
  gate.open()
  expect(await joined.done).toMatchObject({ status: 'succeeded' })
})

test('a forced close ends although the store takes nothing any more, and names what it left', async () => {
  let fault: Fault = null
  const clock = createManualClock()
  const task = defineTask({ scope: 'sync', run: untilAborted })
  const registry = buildRegistry({ tasks: [task], clock, store: faultyStore(() => fault) })
  await registry.signIn('ada')
  const { runId, done } = await registry.trigger(task)
  await pause(10)
  fault = 'fail'
  const closed = registry.close({ force: true })
  for (let second = 0; second < 20; second++) {
    await pause(1)
    clock.advance(1_000)
  }
  expect(await closed).toEqual([runId])
  expect(await done).toEqual({ status: 'unknown' })
  // The settle finds the store closed, then the presence lock has lingered.
  for (let minute = 0; minute < 2; minute++) {
    clock.advance(60_000)
    await pause(5)
  }
  expect(clock.timers()).toBe(0)
})

test('a follow-up does not start in an agent that was stopped while its settle was repeated', async () => {
  let fault: Fault = null
  let calls = 0
  const gate = createGate()
  const task = defineTask({
    scope: 'sync',
    async run() {
      if (++calls === 1) await gate.opened
    },
  })
  const memory = createMemory()
  const registry = buildRegistry({ tasks: [task], store: faultyStore(() => fault, memory) })
  await registry.signIn('ada')
  await registry.trigger(task)
  const { decision, runId } = await registry.trigger(task, { source: 'change' })
  expect(decision).toBe('buffered')
  fault = 'fail'
  gate.open()
  await pause(50)
  registry.stop()
  fault = null
  expect(await registry.drain({ timeoutMs: 3_000 })).toMatchObject({ completed: true })
  const [database] = memory.databases.values()
  expect(database?.records.get('ada|sync')?.run).toMatchObject({ runId, state: 'pending' })
  expect(calls).toBe(1)
})

test('without accounts a sign-in that failed at the start is made good by the first trigger', async () => {
  let failures = 1
  const store = faultyStore(operation =>
    operation === 'transactUser' && failures-- > 0 ? 'fail' : null,
  )
  const registry = buildRegistry({ tasks: [idle], store, accounts: 'none' })
  await pause(10)
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
  const registry = buildRegistry({ tasks: [task], store })
  await registry.signIn('ada')
  await pause(10)
  broken = true
  const trigger = registry.trigger(task)
  const left = registry.signOut('ada')
  await trigger
  await pause(50)
  expect(running).toBe(0)
  broken = false
  await left
})
