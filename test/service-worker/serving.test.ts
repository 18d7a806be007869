/** What a service worker does in the events of its browser, and between them. */
import { expect, test } from 'vitest'
import { defineTask, TaskFailure, type TaskRun, type } from '../../src/index.ts'
import { every, foreground } from '../../src/trigger/index.ts'
import { createMemory, memoryStore } from '../../src/store/memory.ts'
import { createGate, faultyStore } from '../registry/faulty-store.ts'
import { buildTimed } from '../registry/build.ts'
import { budgetMs, buildApp, endOf } from './build.ts'

type Run = TaskRun<number, null, null>

/** A task with one stage; what it was called with is noted. */
function pulling(work: (run: Run) => unknown) {
  return defineTask({
    scope: 'sync',
    minIntervalMs: 0,
    stages: stage => ({
      pulling: stage((run: Run) => Promise.resolve(work(run)).then(() => undefined), {
        cursor: type<number>(),
      }),
    }),
  })
}

const key = { userId: 'ada', scope: 'sync' }

test('between events a trigger is answered no-event, and stored for the pages, one of which runs it', async () => {
  const agents: string[] = []
  const task = pulling(() => agents.push('page'))
  const elsewhere = pulling(() => agents.push('worker'))
  const { worker, page, advance } = await buildApp({ tasks: [task] }, { tasks: [elsewhere] })
  const answer = await worker.registry.trigger(key)
  expect(answer).toMatchObject({ decision: 'deferred', reason: 'no-event', stored: true })
  await advance(1_000)
  expect(agents).toEqual(['page'])
  const { runs } = await page.registry.history(key)
  expect(runs).toMatchObject([{ status: 'succeeded', triggers: [{ reason: 'no-event' }] }])
})

test('between events a service worker has no timer and makes no transaction, whatever is due', async () => {
  const task = defineTask({ scope: 'sync', triggers: [foreground(), every(60_000)], run() {} })
  const memory = createMemory()
  let asked = 0
  const count = (): null => {
    asked++
    return null
  }
  const { worker, page, advance } = await buildApp(
    { tasks: [task], store: memoryStore(memory) },
    { store: faultyStore(count, memory) },
  )
  await page.registry.close({ force: true })
  // What the page held goes with it.
  await advance(2_000)
  expect(worker.clock.timers()).toBe(0)
  expect(asked).toBeGreaterThan(0)
  asked = 0
  await advance(3_600_000)
  expect([asked, worker.clock.timers()]).toEqual([0, 0])
})

test('a worker without events of its own starts nothing, ever', async () => {
  let calls = 0
  const page = buildTimed({ tasks: [] })
  await page.registry.signIn('ada')
  const worker = page.another({ kind: 'service-worker', tasks: [pulling(() => calls++)] })
  expect(await worker.registry.trigger(key)).toMatchObject({ reason: 'no-event' })
  await page.advance(600_000)
  expect(calls).toBe(0)
})

test('what a closed page put off goes on in the next event, once, and nothing is left', async () => {
  const calls: string[] = []
  const task = pulling(run => calls.push(run.source))
  const { page, worker, workerBrowser, advance } = await buildApp({ tasks: [task] })
  page.environment.setOnline(false)
  const answer = await page.registry.trigger(task, { source: 'change', brings: 'news' })
  expect(answer).toMatchObject({ decision: 'deferred', reason: 'offline', stored: true })
  await page.registry.close({ force: true })
  const served = workerBrowser.wake(triggers => triggers.left('background-sync'))
  await advance(0)
  expect(await served).toEqual({ isLeft: false })
  expect(calls).toEqual(['change'])
  const { runs } = await worker.registry.history(key)
  expect(runs).toHaveLength(1)
  const sources = runs[0]?.triggers.map(note => `${note.source} ${note.decision}`)
  expect(sources).toEqual(['change deferred', 'background-sync joined'])
})

test('a run whose page is gone goes on at its checkpoint in an event', async () => {
  const cursors: (number | undefined)[] = []
  const gate = createGate()
  const task = pulling(async run => {
    cursors.push(run.cursor)
    if (run.cursor === undefined) {
      await run.commit(7)
      await gate.opened
    }
  })
  const { page, workerBrowser, advance } = await buildApp({ tasks: [task] })
  await page.registry.trigger(task)
  await advance(0)
  page.environment.emit('pagehide')
  const served = workerBrowser.wake()
  await advance(budgetMs)
  expect(await served).toEqual({ isLeft: false })
  expect(cursors).toEqual([undefined, 7])
  page.environment.emit('pageshow')
  gate.open()
  await advance(1_000)
})

test('a goodbye that was heard between events counts in the next one: the run is handed over', async () => {
  const gate = createGate()
  const task = pulling(() => gate.opened)
  const memory = createMemory()
  const { page, workerBrowser, advance } = await buildApp({
    tasks: [task],
    store: memoryStore(memory),
  })
  await page.registry.trigger(task)
  await advance(0)
  page.environment.emit('pagehide')
  await advance(5_000)
  const served = workerBrowser.wake()
  await advance(5_000)
  const { run } = memory.databases.get('leasehold')?.records.get('ada|sync') ?? {}
  page.environment.emit('pageshow')
  gate.open()
  await advance(1_000)
  await served
  expect(run).toMatchObject({ takeovers: 1, takeoversInPlace: 0 })
})

test('after its time a run stops at its next commit, and goes on there elsewhere', async () => {
  const committed: string[] = []
  const taskOf = (agent: string) =>
    pulling(async run => {
      for (let page = (run.cursor ?? 0) + 1; page <= 9; page++) {
        run.signal.throwIfAborted()
        await new Promise<void>(resolve => wait(3_000, resolve))
        committed.push(`${agent} ${page}`)
        await run.commit(page)
      }
    })
  const { page, worker, workerBrowser, advance } = await buildApp(
    { tasks: [taskOf('page')] },
    { tasks: [taskOf('worker')] },
  )
  const wait = (ms: number, done: () => void) => void worker.clock.setTimer(ms, done)
  page.registry.stop()
  await page.registry.trigger(key)
  const served = endOf(workerBrowser.wake())
  await advance(budgetMs + 1_000)
  expect(served()).toEqual({ isLeft: true })
  expect(committed).toEqual([1, 2, 3, 4, 5, 6, 7].map(each => `worker ${each}`))
  page.another({ tasks: [taskOf('tab')] })
  await advance(10_000)
  expect(committed.slice(7)).toEqual(['tab 8', 'tab 9'])
  const { runs } = await worker.registry.history(key)
  expect(runs).toMatchObject([{ status: 'succeeded', attempts: 1, takeovers: 0 }])
})

test('after its time a run does not begin its next stage, which is called elsewhere', async () => {
  const calls: string[] = []
  const gate = createGate()
  const taskOf = (agent: string) =>
    defineTask({
      scope: 'sync',
      stages: stage => ({
        pulling: stage(async () => {
          calls.push(`${agent} pulls`)
          await gate.opened
        }),
        pushing: stage(() => void calls.push(`${agent} pushes`)),
      }),
    })
  const { page, workerBrowser, advance } = await buildApp(
    { tasks: [taskOf('page')] },
    { tasks: [taskOf('worker')] },
  )
  page.registry.stop()
  await page.registry.trigger(key)
  const served = workerBrowser.wake()
  await advance(budgetMs + 1_000)
  gate.open()
  await advance(0)
  expect(await served).toEqual({ isLeft: true })
  page.another({ tasks: [taskOf('tab')] })
  await advance(1_000)
  expect(calls).toEqual(['worker pulls', 'tab pushes'])
})

test('a run that makes no commit is told to stop five seconds after its time, and is handed over', async () => {
  const reasons: unknown[] = []
  const gate = createGate()
  const task = pulling(async run => {
    run.signal.addEventListener('abort', () => {
      reasons.push(worker.clock.now() - began, run.signal.reason)
      gate.open()
    })
    await gate.opened
    run.signal.throwIfAborted()
  })
  const { page, worker, workerBrowser, advance } = await buildApp({ tasks: [task] })
  page.registry.stop()
  await page.registry.trigger(key)
  const began = worker.clock.now()
  const served = endOf(workerBrowser.wake())
  await advance(budgetMs + 5_000)
  expect(served()).toEqual({ isLeft: true })
  expect(reasons).toMatchObject([budgetMs + 5_000, { reason: 'closing' }])
  expect(await worker.registry.getRunningTask(key)).toBeNull()
})

test('an event ends also when a stage ignores that it has to stop; its lease is left to expire', async () => {
  const task = pulling(() => new Promise(() => undefined))
  const { page, worker, workerBrowser, advance } = await buildApp({ tasks: [task] })
  page.registry.stop()
  await page.registry.trigger(key)
  const served = endOf(workerBrowser.wake())
  await advance(budgetMs + 14_000)
  expect(served()).toBeNull()
  await advance(1_000)
  expect(served()).toEqual({ isLeft: true })
  expect(await worker.registry.getRunningTask(key)).not.toBeNull()
})

test('a stage is told when the time of its event is over', async () => {
  const deadlines: (number | undefined)[] = []
  const task = pulling(run => deadlines.push(run.deadlineAt))
  const { page, worker, workerBrowser, advance } = await buildApp({ tasks: [task] })
  page.registry.stop()
  await page.registry.trigger(key)
  const began = worker.clock.now()
  const served = workerBrowser.wake()
  await advance(0)
  await served
  expect(deadlines).toEqual([began + budgetMs])
})

test.each([
  ['does not cut a back-off short', 'retryable', 1, true],
  ['ends a wait for the network', 'offline', 2, false],
] as const)('an event %s', async (_, failureClass, calls, isLeft) => {
  let called = 0
  const task = defineTask({
    scope: 'sync',
    retry: { baseMs: 600_000, capMs: 600_000 },
    run() {
      called++
      if (called === 1) throw new TaskFailure(failureClass, 'no answer')
    },
  })
  const { page, workerBrowser, advance } = await buildApp({ tasks: [task], seed: 5 })
  const { done } = await page.registry.trigger(task)
  expect(await done).toMatchObject({
    status: 'waiting',
    reason: failureClass === 'offline' ? 'offline' : 'retry',
  })
  page.registry.stop()
  const served = workerBrowser.wake(triggers => triggers.left('background-sync'))
  await advance(budgetMs)
  expect(await served).toEqual({ isLeft })
  expect(called).toBe(calls)
})

test('a retry that falls due while the event lasts is made in it', async () => {
  let called = 0
  const task = defineTask({
    scope: 'sync',
    retry: { baseMs: 10_000, capMs: 10_000 },
    run() {
      called++
      if (called === 1) throw new TaskFailure('retryable', 'no answer')
    },
  })
  const { page, workerBrowser, advance } = await buildApp({ tasks: [task] })
  await (await page.registry.trigger(task)).done
  page.registry.stop()
  const served = workerBrowser.wake(triggers => triggers.left('background-sync'))
  await advance(10_000)
  expect(await served).toEqual({ isLeft: false })
  expect(called).toBe(2)
})

test('a push message asks for the scopes that it means, and its news reaches a run that has read already', async () => {
  const calls: string[] = []
  const gate = createGate()
  const taskOf = (scope: string) =>
    defineTask({
      scope,
      run: async ({ source }) => {
        calls.push(`${scope} ${source}`)
        if (calls.length === 1) await gate.opened
      },
    })
  const tasks = [taskOf('courses'), taskOf('messages')]
  const { page, workerBrowser, advance } = await buildApp({ tasks })
  await page.registry.trigger('ada|courses')
  await advance(0)
  const served = workerBrowser.wake(triggers => triggers.all('push', 'news', ['courses']))
  await advance(1_000)
  gate.open()
  await advance(1_000)
  expect(await served).toEqual({ isLeft: false })
  expect(calls).toEqual(['courses manual', 'courses push'])
})

test('what an event triggers itself is done before it ends; without a name it is for the user of the pages', async () => {
  const task = pulling(() => undefined)
  const { page, worker, workerBrowser, advance } = await buildApp({ tasks: [task] })
  page.registry.stop()
  const served = workerBrowser.wake(() => worker.registry.trigger(task, { source: 'notification' }))
  await advance(0)
  expect(await served).toEqual({ isLeft: false })
  const { runs } = await worker.registry.history(key)
  expect(runs).toMatchObject([{ source: 'notification', status: 'succeeded' }])
})

test('two events at once share their time, and neither ends before the work is done', async () => {
  const gate = createGate()
  const task = pulling(() => gate.opened)
  const { page, worker, workerBrowser, advance } = await buildApp({ tasks: [task] })
  page.registry.stop()
  await page.registry.trigger(key)
  const ends: string[] = []
  void workerBrowser.wake().then(() => ends.push('first'))
  await advance(15_000)
  void workerBrowser.wake().then(() => ends.push('second'))
  await advance(15_000)
  expect(ends).toEqual([])
  gate.open()
  await advance(0)
  expect(ends.toSorted()).toEqual(['first', 'second'])
  expect(await worker.registry.history(key)).toMatchObject({ runs: [{ status: 'succeeded' }] })
})

test('the end of one event does not end the time of another', async () => {
  const gate = createGate()
  const task = pulling(() => undefined)
  const { page, worker, workerBrowser, advance } = await buildApp({ tasks: [task] })
  page.registry.stop()
  const decisions: string[] = []
  const later = endOf(
    workerBrowser.wake(async () => {
      await gate.opened
      decisions.push((await worker.registry.trigger(task)).decision)
    }),
  )
  const first = endOf(workerBrowser.wake())
  await advance(1_000)
  expect([first(), later()]).toEqual([{ isLeft: false }, null])
  gate.open()
  await advance(0)
  expect([decisions, later()]).toEqual([['started'], { isLeft: false }])
})

test('an event ends in its time although the store does not answer any more', async () => {
  const memory = createMemory()
  let isBroken = false
  const task = pulling(() => {
    isBroken = true
  })
  const { page, workerBrowser, advance } = await buildApp(
    { tasks: [task], store: memoryStore(memory) },
    { store: faultyStore(() => (isBroken ? 'fail' : null), memory) },
  )
  page.registry.stop()
  await page.registry.trigger(key)
  const served = endOf(workerBrowser.wake())
  await advance(budgetMs + 15_000)
  expect(served()).toBeNull()
  await advance(1_000)
  expect(served()).toEqual({ isLeft: true })
  isBroken = false
  await advance(15_000)
})

test('an event of a signed-out user does nothing, and leaves nothing', async () => {
  let calls = 0
  const task = pulling(() => calls++)
  const { page, workerBrowser, advance } = await buildApp({ tasks: [task] })
  page.environment.setOnline(false)
  await page.registry.trigger(task, { source: 'change', brings: 'news' })
  await page.registry.signOut()
  const served = workerBrowser.wake(triggers => triggers.all('push', 'news'))
  await advance(0)
  expect(await served).toEqual({ isLeft: false })
  expect(calls).toBe(0)
})
