/** How an attempt ends whose stage was told to stop. */
import { expect, test } from 'vitest'
import { defineTask, type LeaseLost } from '../../src/index.ts'
import { createMemory, type Memory } from '../../src/store/memory.ts'
import { buildTimed } from './build.ts'
import { createGate, faultyStore } from './faulty-store.ts'

function stored(memory: Memory) {
  return [...memory.databases.values()][0]?.records.get('ada|sync')
}

/** Another agent holds the key from now on, and nobody was told. */
function takeAway(memory: Memory): void {
  const record = stored(memory)
  if (!record?.lease) throw new Error('nobody holds the key')
  const fence = record.fence + 1
  const lease = { ...record.lease, owner: 'another', agent: 'another', fence }
  const taken = { ...record, fence, lease, version: record.version + 1 }
  ;[...memory.databases.values()][0]?.records.set('ada|sync', taken)
}

test('who learns that the key is another’s writes nothing more', async () => {
  const memory = createMemory()
  let transactions = 0
  const store = faultyStore(operation => {
    if (operation === 'transact') transactions++
    return null
  }, memory)
  let reason: string | null = null
  const task = defineTask({
    scope: 'sync',
    run: ({ signal }) =>
      new Promise<void>(resolve => {
        signal.addEventListener('abort', () => {
          reason = (signal.reason as LeaseLost).reason
          resolve()
        })
      }),
  })
  const tab = buildTimed({ tasks: [task], store })
  await tab.registry.signIn('ada')
  await tab.registry.trigger(task)
  await tab.advance(0)
  takeAway(memory)
  transactions = 0
  tab.environment.emit('visible')
  await tab.advance(0)
  expect(reason).toBe('lease-lost')
  // The renewal that was refused.
  expect(transactions).toBe(1)
})

test('a commit of an owner that lost the key unnoticed is refused, and stops the stage', async () => {
  const memory = createMemory()
  const gate = createGate()
  let commit: () => Promise<void> = () => Promise.resolve()
  const aborted: string[] = []
  const task = defineTask({
    scope: 'sync',
    run(run) {
      commit = () => run.commit(null)
      run.signal.addEventListener('abort', () =>
        aborted.push((run.signal.reason as LeaseLost).reason),
      )
      return gate.opened
    },
  })
  const tab = buildTimed({ tasks: [task], store: faultyStore(() => null, memory) })
  await tab.registry.signIn('ada')
  await tab.registry.trigger(task)
  await tab.advance(0)
  takeAway(memory)
  const before = stored(memory)
  await expect(commit()).rejects.toMatchObject({ name: 'LeaseLost', reason: 'lease-lost' })
  expect(aborted).toEqual(['lease-lost'])
  expect(stored(memory)).toEqual(before)
  gate.open()
  await tab.advance(0)
})

test('a run that was replaced ends 10 s later, though its stage does not return, and the next is not lost', async () => {
  const gate = createGate()
  const task = defineTask({ scope: 'sync', run: () => gate.opened })
  const tab = buildTimed({ tasks: [task] })
  const other = tab.another()
  await tab.registry.signIn('ada')
  await other.registry.signIn('ada')
  const first = await tab.registry.trigger(task)
  let ended: unknown
  void first.done.then(outcome => {
    ended = outcome
  })
  await tab.advance(0)
  await tab.registry.trigger(task, { whenRunning: 'restart' })
  await tab.advance(10_000)
  await tab.advance(0)
  expect(ended).toMatchObject({ status: 'cancelled' })
  await tab.advance(1_000)
  expect(tab.registry.snapshot(task).running?.owner.here).toBe(false)
  expect(other.registry.snapshot(task).running?.owner.here).toBe(true)
  gate.open()
  await tab.advance(1_000)
})

test('the first reason to stop is the one that counts', async () => {
  const gate = createGate()
  const reasons: string[] = []
  const task = defineTask({
    scope: 'sync',
    maxRunMs: 5_000,
    run({ signal }) {
      signal.addEventListener('abort', () => reasons.push((signal.reason as LeaseLost).reason))
      return gate.opened
    },
  })
  const tab = buildTimed({ tasks: [task] })
  await tab.registry.signIn('ada')
  const { done } = await tab.registry.trigger(task)
  await tab.advance(5_000)
  await tab.registry.cancel(task)
  await tab.advance(0)
  gate.open()
  await tab.advance(0)
  expect(reasons).toEqual(['run-timeout'])
  expect(await done).toMatchObject({ status: 'cancelled' })
})
