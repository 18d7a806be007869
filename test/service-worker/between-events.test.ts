/** What a service worker does between its events: nothing that it was not asked for. */
import { expect, test } from 'vitest'
import { defineTask, type TaskRun, type } from '../../src/index.ts'
import { createLocalLocks } from '../../src/testing/local-locks.ts'
import { createMemory, memoryStore } from '../../src/store/memory.ts'
import { online } from '../../src/trigger/index.ts'
import { createGate, faultyStore } from '../registry/faulty-store.ts'
import { budgetMs, buildApp, createBrowser, endOf } from './build.ts'

const key = { userId: 'ada', scope: 'sync' }

test('a stage that returns only between events makes its worker ask the store for nothing', async () => {
  const gate = createGate()
  const memory = createMemory()
  let asked = 0
  const count = (): null => {
    asked++
    return null
  }
  const task = defineTask({ scope: 'sync', run: () => gate.opened })
  const { page, workerBrowser, advance } = await buildApp(
    { tasks: [task], store: memoryStore(memory) },
    { store: faultyStore(count, memory) },
  )
  page.registry.stop()
  await page.registry.trigger(key)
  const served = endOf(workerBrowser.wake())
  await advance(budgetMs + 15_000)
  expect(served()).toEqual({ isLeft: true })
  await page.registry.close({ force: true })
  asked = 0
  gate.open()
  await advance(60_000)
  expect(asked).toBe(0)
  // Its lease is still that of this worker, which goes on with it in the next event.
  const next = endOf(workerBrowser.wake())
  await advance(1_000)
  expect(next()).toEqual({ isLeft: false })
})

test('the network that comes back between events makes a worker ask the store for nothing', async () => {
  const memory = createMemory()
  let asked = 0
  const count = (): null => {
    asked++
    return null
  }
  const calls: string[] = []
  const task = defineTask({
    scope: 'sync',
    triggers: [online()],
    run: ({ source }) => void calls.push(source),
  })
  const { page, worker, workerBrowser, advance } = await buildApp(
    { tasks: [task], store: memoryStore(memory) },
    { store: faultyStore(count, memory) },
  )
  page.registry.stop()
  asked = 0
  worker.environment.emit('online')
  await advance(1_000)
  expect(asked).toBe(0)
  const served = endOf(workerBrowser.wake(() => worker.environment.emit('online')))
  await advance(1_000)
  expect([calls, served()]).toEqual([['online'], { isLeft: false }])
})

test('a trigger in a worker that was woken this moment is for the user of the pages', async () => {
  const task = defineTask({ scope: 'sync', run() {} })
  const { page } = await buildApp({ tasks: [task] })
  const background = createBrowser('service-worker')
  const woken = page.another({ kind: 'service-worker', background })
  expect(await woken.registry.trigger(task)).toMatchObject({
    decision: 'deferred',
    reason: 'no-event',
    stored: true,
  })
})

test('whatever is asked for in a worker that was woken this moment is asked for that user', async () => {
  const gate = createGate()
  const task = defineTask({ scope: 'sync', run: () => gate.opened })
  const { page, advance } = await buildApp({ tasks: [task] })
  await page.registry.trigger(task)
  await advance(0)
  const wake = () =>
    page.another({ kind: 'service-worker', background: createBrowser('service-worker') }).registry
  expect(await wake().getRunningTask(task)).toMatchObject({ userId: 'ada' })
  expect(await wake().history(task)).toMatchObject({ recent: [] })
  await wake().pause(task)
  await wake().resume(task)
  expect(await wake().cancel(task)).toMatchObject({ cancelled: true })
  gate.open()
  await advance(0)
  await wake().reset(task)
  expect((await wake().history(task)).runs).toMatchObject([{ status: 'cancelled' }])
})

test('what a worker held that was ended in an event goes on at its checkpoint in the next one', async () => {
  const locks = createLocalLocks()
  const gate = createGate()
  const cursors: unknown[] = []
  const task = defineTask({
    scope: 'sync',
    stages: stage => ({
      pulling: stage(
        async (run: TaskRun<number, null, null>) => {
          cursors.push(run.cursor)
          if (run.cursor !== undefined) return
          await run.commit(3)
          await gate.opened
        },
        { cursor: type<number>() },
      ),
    }),
  })
  const { page, workerBrowser, advance } = await buildApp(
    { tasks: [task] },
    { presence: locks.presenceFor('ended') },
  )
  page.registry.stop()
  await page.registry.trigger(key)
  void workerBrowser.wake()
  await advance(1_000)
  locks.leave('ended')
  const background = createBrowser('service-worker')
  const presence = locks.presenceFor('woken')
  page.another({ kind: 'service-worker', background, presence })
  const served = endOf(background.wake())
  await advance(1_000)
  expect(cursors).toEqual([undefined, 3])
  expect(served()).toEqual({ isLeft: false })
  gate.open()
  await advance(0)
})
