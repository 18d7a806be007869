/** How an agent ends: stop, drain, close. */
import { expect, onTestFinished, test } from 'vitest'
import { defineTask, type TaskRegistry, type TaskRun, type } from '../../src/index.ts'
import { memoryStore } from '../../src/store/memory.ts'
import { createTestRegistry } from '../../src/testing/index.ts'
import { change, type Subscribable } from '../../src/trigger/index.ts'
import { buildTimed, rejectionOf } from './build.ts'
import { createGate } from './faulty-store.ts'

type Run = TaskRun<string, null, null>

/** Two tabs; each stage does what `work` says. */
async function setUp(
  work: (call: { readonly tab: 'a' | 'b'; readonly scope: string; readonly run: Run }) => unknown,
) {
  const called: string[] = []
  const tasksOf = (tab: 'a' | 'b') =>
    ['one', 'two', 'three'].map(scope =>
      defineTask({
        scope,
        stages: stage => ({
          working: stage(
            (run: Run) => {
              called.push(`${tab} ${scope}`)
              return work({ tab, scope, run })
            },
            { cursor: type<string>() },
          ),
        }),
      }),
    )
  const a = buildTimed({ tasks: tasksOf('a') })
  const b = a.another({ tasks: tasksOf('b') })
  await a.registry.signIn('ada')
  await a.advance(0)
  return {
    a: a.registry,
    b: b.registry,
    advance: a.advance,
    called,
    openAnother: () => a.another({ tasks: tasksOf('b') }).registry,
  }
}

const running = (registry: TaskRegistry, scope: string) =>
  registry.getRunningTask({ userId: 'ada', scope })

test('C50 stop() leaves the lease to what runs, and hands over what was acquired and has not begun', async () => {
  let handedOver = 0
  for (let turns = 0; turns < 60; turns++) {
    const gate = createGate()
    const { a, b, advance, called } = await setUp(({ tab }) => (tab === 'a' ? gate.opened : null))
    await a.trigger('ada|one')
    await advance(0)
    expect(called).toEqual(['a one'])
    const later = ['ada|two', 'ada|three'].map(key => a.trigger(key))
    for (let turn = 0; turn < turns; turn++) await Promise.resolve()
    a.stop()
    const begun = called.filter(call => call.startsWith('a'))
    const keeper = await running(a, 'one')
    const outcomes = Promise.all(later.map(async each => (await each).done))
    await advance(120_000)
    // Renewed all the while, though this agent has stopped.
    expect(await running(b, 'one')).toMatchObject({ fence: keeper?.fence, responding: true })
    expect(called.filter(call => call.startsWith('a'))).toEqual(begun)
    const left = ['two', 'three'].filter(scope => !begun.includes(`a ${scope}`))
    expect(called.filter(call => call.startsWith('b'))).toEqual(left.map(scope => `b ${scope}`))
    handedOver += left.length
    gate.open()
    await advance(1_000)
    for (const { status } of await outcomes) expect(['succeeded', 'deferred']).toContain(status)
  }
  expect(handedOver).toBeGreaterThan(0)
})

test('a drain waits for what was started before it, also when no stage was called yet', async () => {
  const { a, advance, called } = await setUp(() => null)
  const { decision, done } = await a.trigger('ada|one')
  expect(decision).toBe('started')
  const drained = a.drain()
  await advance(0)
  expect(await drained).toMatchObject({ completed: true, failed: 0 })
  expect(called).toEqual(['a one'])
  expect(await done).toMatchObject({ status: 'succeeded' })
})

test('a stopped agent records triggers for others, and stopping again changes nothing', async () => {
  const { a, b, advance, called, openAnother } = await setUp(() => null)
  b.stop()
  a.stop()
  a.stop()
  const deferred = { decision: 'deferred', reason: 'agent-stopped', stored: true }
  expect(await a.trigger('ada|one')).toMatchObject(deferred)
  await advance(60_000)
  expect(called).toEqual([])
  openAnother()
  await advance(1_000)
  expect(called).toEqual(['b one'])
})

test('C51 a drain that times out: the run is renewed, and cancel, stop and drain still work', async () => {
  const { a, advance } = await setUp(({ run }) => untilAborted(run))
  await a.trigger('ada|one')
  await advance(0)
  const drained = a.drain({ timeoutMs: 1_000 })
  await advance(1_000)
  const { runs, ...result } = await drained
  expect(result).toEqual({
    completed: false,
    running: 1,
    timedOut: true,
    aborted: false,
    failed: 0,
    cancelled: 0,
  })
  await advance(180_000)
  const now = await running(a, 'one')
  expect(now).toMatchObject({ runId: runs[0], responding: true })
  expect(await a.trigger('ada|one')).toMatchObject({ decision: 'joined' })

  a.stop()
  const again = a.drain()
  expect(await a.cancel('ada|one')).toMatchObject({ cancelled: true })
  await advance(0)
  expect(await again).toMatchObject({ completed: true, running: 0, cancelled: 1, runs })
})

test('C52 what ends in other tabs is none of the drain', async () => {
  const { a, b, advance } = await setUp(({ tab, run }) => {
    if (tab === 'a') return untilAborted(run)
    throw new Error('b fails')
  })
  await a.trigger('ada|one')
  await advance(0)
  const drained = a.drain({ timeoutMs: 5_000 })
  await b.trigger('ada|two')
  await advance(5_000)
  const result = await drained
  expect(result).toMatchObject({ failed: 0, cancelled: 0, running: 1 })
  expect(result.runs).toHaveLength(1)
})

test('a drain with nothing running, or with a signal that has aborted, answers at once', async () => {
  const { a, advance } = await setUp(({ run }) => untilAborted(run))
  expect(await a.drain()).toMatchObject({ completed: true, runs: [] })
  const { a: busy, advance: pass } = await setUp(({ run }) => untilAborted(run))
  await busy.trigger('ada|one')
  await pass(0)
  expect(await busy.drain({ signal: AbortSignal.abort() })).toMatchObject({
    completed: false,
    aborted: true,
    timedOut: false,
  })
  const controller = new AbortController()
  const drained = busy.drain({ timeoutMs: 60_000, signal: controller.signal })
  controller.abort()
  expect(await drained).toMatchObject({ aborted: true, timedOut: false })
  await advance(0)
})

test('a close that times out rejects with the runs that are left, and the registry stays open', async () => {
  const gate = createGate()
  const { a, advance } = await setUp(({ scope }) => (scope === 'one' ? gate.opened : null))
  await a.trigger('ada|two')
  await a.trigger('ada|one')
  await advance(0)
  const left = (await running(a, 'one'))?.runId
  const closed = rejectionOf(a.close({ timeoutMs: 2_000 }))
  await advance(2_000)
  expect(await closed).toMatchObject({ code: 'busy', details: { runs: [left] } })
  expect(await running(a, 'one')).toMatchObject({ runId: left })
  const again = a.close()
  gate.open()
  await advance(0)
  expect(await again).toEqual([])
})

test('each close waits as long as it was told to, and all of them end with the first that closes', async () => {
  const gate = createGate()
  const { a, advance } = await setUp(() => gate.opened)
  await a.trigger('ada|one')
  await advance(0)
  const left = (await running(a, 'one'))?.runId
  const patient = a.close()
  const hasty = rejectionOf(a.close({ timeoutMs: 100 }))
  await advance(100)
  expect(await hasty).toMatchObject({ code: 'busy', details: { runs: [left] } })
  const forced = a.close({ force: true, timeoutMs: 500 })
  await advance(500)
  expect(await Promise.all([patient, forced, a.close()])).toEqual([[left], [left], [left]])
  gate.open()
})

test('a close whose time ends while a forced one closes the store ends with that one', async () => {
  const gate = createGate()
  const storeClosed = createGate()
  const task = defineTask({ scope: 'one', run: () => gate.opened })
  const { registry, advance } = buildTimed({
    tasks: [task],
    store: context => ({ ...memoryStore()(context), close: () => storeClosed.opened }),
  })
  onTestFinished(storeClosed.open)
  await registry.signIn('ada')
  const { runId } = await registry.trigger(task)
  await advance(0)
  const patient = registry.close({ timeoutMs: 100 })
  const forced = registry.close({ force: true, timeoutMs: 50 })
  await advance(100)
  storeClosed.open()
  gate.open()
  expect(await Promise.all([patient, forced])).toEqual([[runId], [runId]])
})

test('a forced close lets the stage put down how far it got, releases, and another tab goes on there', async () => {
  const cursors: unknown[] = []
  const { a, b, advance } = await setUp(async ({ tab, run }) => {
    cursors.push(`${tab} ${String(run.cursor)}`)
    if (tab === 'b') return
    await untilAborted(run)
    await run.commit('half-way')
  })
  await a.trigger('ada|one')
  await advance(0)
  expect(await a.close({ force: true })).toEqual([])
  await advance(0)
  expect(cursors).toEqual(['a undefined', 'b half-way'])
  const [row] = (await b.history('ada|one')).runs
  expect(row).toMatchObject({ status: 'succeeded', takeovers: 0, attempts: 1 })
})

test('a forced close never releases under a live stage: it names the run, and the lease is left to expire', async () => {
  const gate = createGate()
  const { a, b, advance } = await setUp(({ tab }) => (tab === 'a' ? gate.opened : null))
  await a.trigger('ada|one')
  await advance(0)
  const held = await running(b, 'one')
  const closed = a.close({ force: true, timeoutMs: 500 })
  await advance(500)
  expect(await closed).toEqual([held?.runId])
  await advance(10_000)
  expect(await running(b, 'one')).toMatchObject({ fence: held?.fence, takeovers: 0 })
  await advance(60_000)
  expect((await b.history('ada|one')).runs).toMatchObject([{ status: 'succeeded', takeovers: 1 }])
  gate.open()
})

test('a stage that has not returned within its grace keeps the lease of a forced close from being released', async () => {
  const gate = createGate()
  const { a, b, advance } = await setUp(({ tab }) => (tab === 'a' ? gate.opened : null))
  await a.trigger('ada|one')
  await advance(0)
  const held = await running(b, 'one')
  const closed = a.close({ force: true })
  await advance(14_000)
  expect(await closed).toEqual([held?.runId])
  expect(await running(b, 'one')).toMatchObject({ fence: held?.fence, takeovers: 0 })
  gate.open()
  await advance(120_000)
  expect((await b.history('ada|one')).runs).toMatchObject([{ status: 'succeeded', takeovers: 1 }])
})

test('a trigger that waits for its equals when the registry closes is reported as nothing', async () => {
  const errors: unknown[] = []
  let emit: (value: number) => void = () => undefined
  const source: Subscribable<number> = {
    subscribe({ next }) {
      emit = next
      return () => undefined
    },
  }
  const task = defineTask({ scope: 'sync', run: () => undefined, triggers: [change(source)] })
  const { registry, advance } = buildTimed({ tasks: [task], onError: error => errors.push(error) })
  await registry.signIn('ada')
  await registry.pause(task)
  emit(1)
  emit(2)
  await advance(10)
  await registry.close()
  await advance(1_000)
  expect(errors).toEqual([])
})

test('a store that does not close keeps neither the channel open nor anybody waiting', async () => {
  const open = new Set<object>()
  const task = defineTask({ scope: 'sync', run: () => undefined })
  const { registry } = createTestRegistry({
    tasks: [task],
    store: context => ({
      ...memoryStore()(context),
      close: () => Promise.reject(new Error('still locked')),
    }),
    channel: () => {
      const channel = { post: () => undefined, close: () => void open.delete(channel) }
      open.add(channel)
      return channel
    },
  })
  await expect(registry.close()).rejects.toThrow('still locked')
  expect(open.size).toBe(0)
})

function untilAborted({ signal }: Run): Promise<void> {
  return new Promise(resolve => {
    signal.addEventListener('abort', () => resolve())
  })
}
