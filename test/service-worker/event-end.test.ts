/** When does an event of a service worker end, and what was done by then? */
import { expect, test } from 'vitest'
import { defineTask, type TaskRun, type } from '../../src/index.ts'
import { createMemory, memoryStore } from '../../src/store/memory.ts'
import { every } from '../../src/trigger/index.ts'
import { createGate, faultyStore } from '../registry/faulty-store.ts'
import { budgetMs, buildApp, endOf } from './build.ts'

const key = { userId: 'ada', scope: 'sync' }

/** What is left when the last of these has no more room, or has to wait for the one before. */
const scopes = ['courses', 'messages', 'grades']

test('an event does all that is due, also where only one run at a time has room', async () => {
  const calls: string[] = []
  const tasks = scopes.map(scope => defineTask({ scope, run: () => void calls.push(scope) }))
  const { page, workerBrowser, advance } = await buildApp({ tasks }, { maxConcurrent: 1 })
  page.environment.setOnline(false)
  for (const task of tasks) await page.registry.trigger(task, { source: 'change', brings: 'news' })
  await page.registry.close({ force: true })
  const served = endOf(workerBrowser.wake())
  await advance(1_000)
  expect(calls.toSorted()).toEqual(scopes.toSorted())
  expect(served()).toEqual({ isLeft: false })
})

test('all missed slots that queue are run in one event', async () => {
  const slots: (number | undefined)[] = []
  const task = defineTask({
    scope: 'sync',
    triggers: [every(60_000, { missed: 'all' })],
    run: ({ scheduledAt }) => void slots.push(scheduledAt),
  })
  const { page, workerBrowser, advance } = await buildApp({ tasks: [task] })
  await page.registry.close({ force: true })
  await advance(300_000)
  slots.length = 0
  const served = endOf(workerBrowser.wake())
  await advance(1_000)
  expect(slots).toHaveLength(5)
  expect(served()).toEqual({ isLeft: false })
})

test('an event of a push lasts until a debounce that ends in its time', async () => {
  let calls = 0
  const task = defineTask({ scope: 'sync', debounceMs: 5_000, run: () => void calls++ })
  const { page, workerBrowser, advance } = await buildApp({ tasks: [task] })
  page.registry.stop()
  const served = endOf(workerBrowser.wake(triggers => triggers.all('push', 'news')))
  await advance(4_000)
  expect([calls, served()]).toEqual([0, null])
  await advance(1_000)
  expect([calls, served()]).toEqual([1, { isLeft: false }])
})

test('a sync event puts a debounce that a closed page left no further off: it ends in the time of the event', async () => {
  let calls = 0
  const task = defineTask({ scope: 'sync', debounceMs: 30_000, run: () => void calls++ })
  const { page, workerBrowser, advance } = await buildApp({ tasks: [task] })
  await page.registry.trigger(task, { source: 'change', brings: 'news' })
  await advance(15_000)
  await page.registry.close({ force: true })
  const served = endOf(workerBrowser.wake(triggers => triggers.left('background-sync')))
  await advance(15_000)
  expect([calls, served()]).toEqual([1, { isLeft: false }])
})

test('an event whose own trigger throws is kept until what runs has ended, and the error is reported', async () => {
  const gate = createGate()
  const errors: unknown[] = []
  const task = defineTask({ scope: 'sync', run: () => gate.opened })
  const { page, workerBrowser, advance } = await buildApp(
    { tasks: [task] },
    { onError: error => errors.push(error) },
  )
  page.registry.stop()
  await page.registry.trigger(key)
  const served = endOf(
    workerBrowser.wake(() => {
      throw new Error('no such notification')
    }),
  )
  await advance(1_000)
  expect(served()).toBeNull()
  gate.open()
  await advance(0)
  expect(served()).toEqual({ isLeft: false })
  expect(errors).toMatchObject([{ message: 'no such notification' }])
})

test('each event ends in its own time, however many follow', async () => {
  const gate = createGate()
  const task = defineTask({ scope: 'sync', run: () => gate.opened })
  const { page, workerBrowser, advance } = await buildApp({ tasks: [task] })
  page.registry.stop()
  await page.registry.trigger(key)
  const ends: (() => unknown)[] = []
  for (let push = 0; push < 6; push++) {
    ends.push(endOf(workerBrowser.wake()))
    await advance(10_000)
  }
  // 36 s after it began, at the latest.
  expect(ends.map(end => end() !== null)).toEqual([true, true, true, false, false, false])
  gate.open()
  await advance(0)
})

test('an event of an agent that was stopped does not wait for what others have to do', async () => {
  const gate = createGate()
  const tasks = ['sync', 'other'].map(scope => defineTask({ scope, run: () => gate.opened }))
  const { page, worker, workerBrowser, advance } = await buildApp({ tasks }, { maxConcurrent: 1 })
  page.registry.stop()
  for (const task of tasks) await page.registry.trigger(task)
  const served = endOf(workerBrowser.wake())
  await advance(1_000)
  worker.registry.stop()
  gate.open()
  await advance(0)
  expect(served()).toEqual({ isLeft: true })
})

test('an event does not wait for a stage that did not return from an earlier one', async () => {
  const gate = createGate()
  const task = defineTask({ scope: 'sync', run: () => gate.opened })
  const { page, workerBrowser, advance } = await buildApp({ tasks: [task] })
  page.registry.stop()
  await page.registry.trigger(key)
  const first = endOf(workerBrowser.wake())
  await advance(budgetMs + 15_000)
  const second = endOf(workerBrowser.wake(triggers => triggers.left('background-sync')))
  await advance(1_000)
  const ends = [first(), second()]
  gate.open()
  await advance(budgetMs)
  expect(ends).toEqual([{ isLeft: true }, { isLeft: true }])
})

test('no stage is called after the time, though the store took the acquisition before', async () => {
  const memory = createMemory()
  const gate = createGate()
  let calls = 0
  let isSlow = false
  const task = defineTask({ scope: 'sync', run: () => void calls++ })
  const { page, worker, workerBrowser, advance } = await buildApp(
    { tasks: [task], store: memoryStore(memory) },
    {
      store(context) {
        const real = memoryStore(memory)(context)
        return {
          ...real,
          async transact(address, decide, options) {
            const answer = await real.transact(address, decide, options)
            if (isSlow) await gate.opened
            return answer
          },
        }
      },
    },
  )
  page.registry.stop()
  await page.registry.trigger(key)
  isSlow = true
  const served = endOf(workerBrowser.wake())
  await advance(budgetMs + 1_000)
  gate.open()
  await advance(1_000)
  expect([calls, served()]).toEqual([0, { isLeft: true }])
  expect(await worker.registry.getRunningTask(key)).toBeNull()
})

test('after its time a run stops at its next commit, although its stage never looks at its signal', async () => {
  let committed = 0
  const task = defineTask({
    scope: 'sync',
    stages: stage => ({
      pulling: stage(
        async (run: TaskRun<number, null, null>) => {
          for (let page = 1; page <= 12; page++) {
            await new Promise<void>(resolve => void worker.clock.setTimer(3_000, resolve))
            await run.commit(page)
            committed = page
          }
        },
        { cursor: type<number>() },
      ),
    }),
  })
  const { page, worker, workerBrowser, advance } = await buildApp({ tasks: [task] })
  page.registry.stop()
  await page.registry.trigger(key)
  const served = endOf(workerBrowser.wake())
  await advance(budgetMs + 1_000)
  expect(served()).toEqual({ isLeft: true })
  await advance(30_000)
  // The seventh was stored, and told the stage to stop.
  expect(committed).toBe(6)
  expect(await worker.registry.getRunningTask(key)).toBeNull()
})

test.each([
  ['fails', () => Promise.reject(new Error('the disk is full'))],
  ['never answers', () => new Promise<never>(() => undefined)],
])('an event whose store %s does not say that all is done', async (_, answer) => {
  const memory = createMemory()
  let isBroken = false
  const task = defineTask({ scope: 'sync', run() {} })
  const { page, workerBrowser, advance } = await buildApp(
    { tasks: [task], store: memoryStore(memory) },
    {
      // What the page puts off is not heard of, only read.
      channel: () => null,
      store(context) {
        const real = memoryStore(memory)(context)
        const read: typeof real.read = (...asked) => (isBroken ? answer() : real.read(...asked))
        return { ...real, read }
      },
    },
  )
  page.environment.setOnline(false)
  await page.registry.trigger(task, { source: 'change', brings: 'news' })
  isBroken = true
  const served = endOf(workerBrowser.wake())
  await advance(budgetMs + 16_000)
  expect(served()).toEqual({ isLeft: true })
})

test('what is due but cannot be begun does not keep an event to the end of its time', async () => {
  let isOpen = true
  const task = defineTask({ scope: 'sync', when: () => isOpen || 'not now', run() {} })
  const { page, workerBrowser, advance } = await buildApp(
    { tasks: [task] },
    {
      // The gate closes on the way to the acquisition.
      presence: {
        request() {
          isOpen = false
          return Promise.resolve(null)
        },
      },
    },
  )
  page.registry.stop()
  await page.registry.trigger(task)
  const served = endOf(workerBrowser.wake())
  await advance(1_000)
  expect([isOpen, served()]).toEqual([false, { isLeft: true }])
})

test('when the longer of two events ends early, runs are told to stop by the time of the other', async () => {
  const aborted: number[] = []
  const gate = createGate()
  const task = defineTask({
    scope: 'sync',
    run: ({ signal }) =>
      new Promise<void>((_, reject) => {
        signal.addEventListener('abort', () => {
          aborted.push(worker.clock.now() - began)
          reject(signal.reason as Error)
        })
      }),
  })
  const { page, worker, workerBrowser, advance } = await buildApp({ tasks: [task] })
  page.registry.stop()
  const began = worker.clock.now()
  const first = endOf(
    workerBrowser.wake(async () => {
      await gate.opened
      await worker.registry.trigger(task)
    }),
  )
  await advance(15_000)
  const second = endOf(workerBrowser.wake())
  await advance(1_000)
  expect([first(), second()]).toEqual([null, { isLeft: false }])
  gate.open()
  await advance(20_000)
  expect(aborted).toEqual([budgetMs + 5_000])
})

test('an event before which the store failed for a while does what is due once it answers', async () => {
  const memory = createMemory()
  let isBroken = true
  let calls = 0
  const task = defineTask({ scope: 'sync', run: () => void calls++ })
  const { page, worker, workerBrowser, advance } = await buildApp(
    { tasks: [task], store: memoryStore(memory) },
    { store: faultyStore(() => (isBroken ? 'fail' : null), memory) },
  )
  page.registry.stop()
  await page.registry.trigger(key)
  await worker.registry.history(key).catch(() => undefined)
  isBroken = false
  await advance(60_000)
  const served = endOf(workerBrowser.wake())
  await advance(1_000)
  expect([calls, served()]).toEqual([1, { isLeft: false }])
})
