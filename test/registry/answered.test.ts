/** An owner that answers is not replaced, whatever the clock says. */
import { expect, test } from 'vitest'
import { defineTask } from '../../src/index.ts'
import { createTaskStarter } from '../../src/platform/start-task.ts'
import { createMemory, memoryStore } from '../../src/store/memory.ts'
import { createSimEnvironment } from '../../src/testing/sim-environment.ts'
import { buildTimed } from './build.ts'
import { createGate } from './faulty-store.ts'

test('an owner whose renewal was a moment ago answers, and keeps its key when the clock jumps right then', async () => {
  const gate = createGate()
  const calls: string[] = []
  const taskOf = (who: string) =>
    defineTask({
      scope: 'sync',
      async run() {
        calls.push(who)
        await gate.opened
      },
    })
  const a = buildTimed({ tasks: [taskOf('a')] })
  const b = a.another({ tasks: [taskOf('b')] })
  await a.registry.signIn('ada')
  await a.registry.trigger('ada|sync')
  await a.advance(20_000)
  a.environment.emit('visible')
  await a.advance(0)
  a.clock.moveWall(3_600_000)
  b.environment.emit('visible')
  await a.advance(10_000)
  expect(calls).toEqual(['a'])
  gate.open()
  await a.advance(1_000)
})

test('an owner that is asked before it has heard that it is one answers as soon as it has', async () => {
  const memory = createMemory()
  const make = memoryStore(memory)
  const told = createGate()
  const done = createGate()
  let hear: (message: unknown) => void = () => undefined
  let isSlow = false
  const { registry, advance } = buildTimed({
    tasks: [defineTask({ scope: 'sync', run: () => done.opened })],
    store: context => {
      const real = make(context)
      return {
        ...real,
        async transact(...call) {
          const landed = await real.transact(...call)
          if (isSlow) await told.opened
          return landed
        },
      }
    },
    channel: (_, onMessage) => {
      hear = onMessage
      return { post: () => undefined, close: () => undefined }
    },
  })
  await registry.signIn('ada')
  isSlow = true
  void registry.trigger('ada|sync')
  await advance(0)
  const lease = () => [...memory.databases.values()][0]?.records.get('ada|sync')?.lease
  expect(lease()?.renewSeq).toBe(0)
  const { owner = '', fence = 0 } = lease() ?? {}
  hear({ v: 1, from: 'somebody', type: 'ping', key: 'ada|sync', owner, fence })
  isSlow = false
  told.open()
  await advance(0)
  expect(lease()?.renewSeq).toBe(1)
  done.open()
  await advance(1_000)
})

test('who cancelled is called in the history as it was called then', async () => {
  const environment = createSimEnvironment('a', createTaskStarter(), new Map(), 'tab')
  let title = 'Loading…'
  const task = defineTask({
    scope: 'sync',
    run: () => {
      throw new Error('HTTP 503')
    },
  })
  const { registry, advance } = buildTimed({
    tasks: [task],
    environment: { ...environment, label: () => title },
  })
  await registry.signIn('ada')
  await registry.trigger(task)
  await advance(0)
  title = 'Courses'
  await registry.cancel(task)
  expect((await registry.history(task)).runs).toMatchObject([{ agentLabel: 'Courses' }])
})
