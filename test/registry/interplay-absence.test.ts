/** The back-forward cache meets stores, channels and sign-outs. */
import { expect, test } from 'vitest'
import { defineTask, type TaskRun, type TaskView } from '../../src/index.ts'
import type { LifeSignal } from '../../src/port/environment.ts'
import type { Presence } from '../../src/port/presence.ts'
import { createMemory, memoryStore } from '../../src/store/memory.ts'
import { createManualClock, withFaults } from '../../src/testing/index.ts'
import { createLocalLocks } from '../../src/testing/local-locks.ts'
import { buildTimed } from './build.ts'
import { createGate } from './faulty-store.ts'

const returning: readonly LifeSignal[] = ['resume', 'visible', 'pageshow', 'resume']

function build(run: (run: TaskRun<undefined, null, null>) => unknown, more: object = {}) {
  const memory = createMemory()
  const faulty = withFaults(memoryStore(memory))
  const locks = createLocalLocks()
  const task = defineTask({ scope: 'sync', minIntervalMs: 0, run: run as never })
  const clock = createManualClock()
  const local = locks.presenceFor('slow')
  // After an absence a lock takes its time, as it does in a browser.
  let slow = false
  const presence: Presence = {
    async request(name, request) {
      if (slow) await new Promise<void>(resolve => clock.setTimer(20, resolve))
      return local.request(name, request)
    },
  }
  const tab = buildTimed({ tasks: [task], store: faulty.factory, clock, presence, ...more })
  const advance = async (ms: number): Promise<void> => {
    const until = clock.monotonic() + ms
    for (;;) {
      for (let turn = 0; turn < 20; turn++) await new Promise(resolve => setImmediate(resolve))
      const next = clock.nextTimerInMs()
      const left = until - clock.monotonic()
      clock.advance(next === null ? left : Math.min(left, next))
      if (left <= (next ?? left)) return
    }
  }
  const { environment } = tab
  return {
    ...tab,
    ...faulty,
    advance,
    memory,
    locks,
    task,
    leave() {
      slow = true
      environment.emit('pagehide')
      environment.setVisible(false)
      environment.emit('hidden')
    },
    comeBack() {
      environment.setVisible(true)
      for (const signal of returning) environment.emit(signal)
    },
  }
}

async function leaseOf(memory: ReturnType<typeof createMemory>) {
  const store = memoryStore(memory)({
    name: 'leasehold',
    now: () => 0,
    id: () => 'x',
    historyKept: 1,
  })
  const { record } = await store.read({ key: 'ada|sync', userId: 'ada' })
  return record?.lease
}

test.each([5_000, 40_000, 120_000])(
  'after %i ms away the lease names the lock that is held, though a renewal was due at once',
  async ms => {
    const gate = createGate()
    const { registry, advance, memory, task, leave, comeBack } = build(() => gate.opened)
    await registry.signIn('ada')
    await registry.trigger(task)
    await advance(0)
    const before = await leaseOf(memory)
    leave()
    await advance(ms)
    comeBack()
    await advance(50)
    const after = await leaseOf(memory)
    expect(after?.owner).toBe(before?.owner)
    expect(after?.presence).not.toBe(before?.presence)
    expect(after?.presence).not.toBe(null)
    gate.open()
  },
)

test('a commit that waits for the return names the lock that is held', async () => {
  const gate = createGate()
  const end = createGate()
  const { registry, advance, memory, leave, comeBack, task } = build(async run => {
    await gate.opened
    await run.ensure(600_000)
    await end.opened
  })
  await registry.signIn('ada')
  await registry.trigger(task)
  await advance(0)
  leave()
  gate.open()
  await advance(5_000)
  comeBack()
  await advance(50)
  expect((await leaseOf(memory))?.presence).not.toBe(null)
  end.open()
})

test('without a channel a page that comes back is kept up to date', async () => {
  const gate = createGate()
  const a = build(() => gate.opened, { channel: () => null })
  const b = a.another({ channel: () => null })
  await a.registry.signIn('ada')
  await a.advance(0)
  const views: TaskView[] = []
  a.registry.watch({ userId: 'ada', scope: 'sync' }).subscribe(view => views.push(view))
  await a.advance(3_000)
  // Hidden for a while before it is navigated away from, as a tab in the background is.
  a.environment.setVisible(false)
  a.environment.emit('hidden')
  await a.advance(5_000)
  a.environment.emit('pagehide')
  await a.advance(5_000)
  a.comeBack()
  await a.advance(1_000)
  await b.registry.trigger('ada|sync')
  await a.advance(3_000)
  expect(views.at(-1)?.status).toBe('running')
  gate.open()
})

test('a stage that was away does not stall in the instant in which it is back', async () => {
  const gate = createGate()
  const reasons: unknown[] = []
  const memory = createMemory()
  const task = defineTask({
    scope: 'sync',
    stallMs: 60_000,
    run: async (run: TaskRun<undefined, null, null>) => {
      run.signal.addEventListener('abort', () =>
        reasons.push((run.signal.reason as { reason: string }).reason),
      )
      await gate.opened
    },
  } as never)
  const tab = buildTimed({ tasks: [task], store: memoryStore(memory) })
  await tab.registry.signIn('ada')
  await tab.registry.trigger(task)
  await tab.advance(1_000)
  tab.environment.emit('pagehide')
  tab.environment.setVisible(false)
  await tab.advance(120_000)
  tab.environment.setVisible(true)
  for (const signal of returning) tab.environment.emit(signal)
  await tab.advance(1_000)
  expect(reasons).toEqual([])
  gate.open()
})
