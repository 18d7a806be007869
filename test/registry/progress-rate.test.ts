/** How often progress is sent, and when it is stored. */
import { expect, onTestFinished, test } from 'vitest'
import { defineTask, type TaskRun } from '../../src/index.ts'
import { createMemory, memoryStore } from '../../src/store/memory.ts'
import { createLocalChannels } from '../../src/testing/local-channel.ts'
import { buildTimed } from './build.ts'
import { createGate } from './faulty-store.ts'

type Run = TaskRun<null, null, null>

async function setUp() {
  const memory = createMemory()
  const sent: string[] = []
  const channels = createLocalChannels((from, _to, message, receive) => {
    sent.push(`${from} ${(message as { readonly type: string }).type}`)
    queueMicrotask(receive)
  })
  const gate = createGate()
  let run!: Run
  const task = defineTask({
    scope: 'sync',
    run(given) {
      run = given
      return gate.opened
    },
  })
  const store = memoryStore(memory)
  const tab = buildTimed({ tasks: [task], store, channel: channels.factoryFor('owner') })
  onTestFinished(gate.open)
  await tab.registry.signIn('ada')
  await tab.registry.trigger(task)
  await tab.advance(0)
  return {
    ...tab,
    run,
    task,
    sent,
    stored: () => [...memory.databases.values()][0]?.records.get('ada|sync')?.run?.progress,
    async openAnother() {
      const other = tab.another({ channel: channels.factoryFor('other') })
      await other.registry.signIn('ada')
      await tab.advance(0)
      return other.registry
    },
  }
}

test('ten notes a second reach the others at most, the newest of them always', async () => {
  const { run, task, sent, advance, openAnother } = await setUp()
  const other = await openAnother()
  sent.length = 0
  for (let done = 1; done <= 100; done++) {
    run.progress({ done, total: 100 })
    await advance(5)
  }
  await advance(100)
  expect(sent.filter(each => each === 'owner progress').length).toBeLessThanOrEqual(6)
  expect(other.snapshot(task).running?.progress).toMatchObject({ done: 100, total: 100 })
})

test('it is stored with the next write, not by one of its own', async () => {
  const { run, stored, advance } = await setUp()
  run.progress({ done: 7 })
  await advance(1_000)
  expect(stored()).toBeNull()
  await run.commit(null)
  expect(stored()).toMatchObject({ done: 7 })
})
