/** What happens when the page of an agent goes into the back-forward cache, and comes back. */
import { expect, onTestFinished, test } from 'vitest'
import { defineTask, type LeaseLost, type TaskRun, type } from '../../src/index.ts'
import type { LifeSignal } from '../../src/port/environment.ts'
import type { Store } from '../../src/port/store.ts'
import { createMemory, memoryStore } from '../../src/store/memory.ts'
import { createLocalChannels, type LocalChannels } from '../../src/testing/local-channel.ts'
import { createLocalLocks } from '../../src/testing/local-locks.ts'
import { createManualClock } from '../../src/testing/index.ts'
import { seededRandom } from '../../src/testing/seeded-random.ts'
import { createSimEnvironment } from '../../src/testing/sim-environment.ts'
import { buildRegistry } from './build.ts'
import { createGate } from './faulty-store.ts'

type Run = TaskRun<string, null, null>

const key = 'ada|sync'
const returning: readonly LifeSignal[] = ['resume', 'visible', 'pageshow', 'resume']

/** Two tabs of one origin; `work` is what the stage of each does. */
function setUp(work: (tab: string, run: Run) => unknown) {
  const memory = createMemory()
  const channels = createLocalChannels()
  const locks = createLocalLocks()
  const random = seededRandom(1, 'page-cache')
  const notes = new Map<string, string>()

  async function open(tab: string, wrap: (store: Store) => Store = store => store) {
    const clock = createManualClock()
    const environment = createSimEnvironment(tab, run => queueMicrotask(run), notes)
    const task = defineTask({
      scope: 'sync',
      stages: stage => ({
        pulling: stage((run: Run) => Promise.race([work(tab, run), untilAborted(run)]), {
          cursor: type<string>(),
        }),
      }),
    })
    const make = memoryStore(memory)
    let opened = 0
    const channel: ReturnType<LocalChannels['factoryFor']> = (name, hear) => {
      opened++
      return channels.factoryFor(tab)(name, hear)
    }
    const registry = buildRegistry({
      name: 'page',
      tasks: [task],
      store: context => wrap(make(context)),
      channel,
      presence: locks.presenceFor(tab),
      clock,
      random,
      environment,
    })
    await registry.signIn('ada')
    const comeBack = (): void => {
      environment.setVisible(true)
      for (const signal of returning) environment.emit(signal)
    }
    onTestFinished(comeBack)
    return {
      registry,
      clock,
      task,
      channels: () => opened,
      leave() {
        environment.emit('pagehide')
        environment.setVisible(false)
        environment.emit('hidden')
      },
      comeBack,
    }
  }
  return { memory, locks, open }
}

function untilAborted({ signal }: Run): Promise<void> {
  return new Promise(resolve => {
    signal.addEventListener('abort', () => resolve())
  })
}

/** Lets promises settle; no time passes. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 200; turn++) await Promise.resolve()
}

/** What the store holds of the key. */
async function stored(memory: ReturnType<typeof createMemory>) {
  const store = memoryStore(memory)({
    name: 'page',
    now: () => 0,
    id: () => 'look',
    historyKept: 50,
  })
  const { record } = await store.read({ key, userId: 'ada' })
  if (!record) throw new Error('nothing is stored')
  return record
}

test('C16c a page that is hidden away hands its run over at once, holds no lock and leaves no timer', async () => {
  const never = createGate()
  const called: string[] = []
  const { memory, locks, open } = setUp((tab, { takeovers }) => {
    called.push(`${tab} ${takeovers}`)
    return never.opened
  })
  const a = await open('a')
  const b = await open('b')
  await a.registry.trigger(a.task)
  await settle()
  const presence = (await stored(memory)).lease?.presence ?? ''
  expect(locks.holders(presence)).toContain('a')

  a.leave()
  expect(a.clock.timers()).toBe(0)
  await settle()
  expect(called).toEqual(['a 0', 'b 1'])
  expect(locks.holders(presence)).toEqual([])
  expect((await stored(memory)).run).toMatchObject({ takeovers: 1, takeoversInPlace: 0 })
  expect(a.clock.timers()).toBe(0)
  expect(b.registry.snapshot({ userId: 'ada', scope: 'sync' }).running?.owner.here).toBe(true)
})

test('C16c what a page that is hidden away put off meanwhile is started by another one', async () => {
  const gate = createGate()
  const asked = createGate()
  let isHeldUp = false
  const called: string[] = []
  const { memory, open } = setUp(tab => {
    called.push(tab)
    return gate.opened
  })
  const b = await open('b')
  const a = await open('a', store => ({
    ...store,
    async transact(address, decide, options) {
      if (isHeldUp) await asked.opened
      return store.transact(address, decide, options)
    },
  }))
  await b.registry.trigger(b.task)
  await settle()
  // It is asked while the key is held, and decided when the page is hidden and the key is free.
  isHeldUp = true
  void a.registry.trigger(a.task)
  await settle()
  gate.open()
  await settle()
  a.leave()
  asked.open()
  await settle()
  expect((await stored(memory)).deferred).toMatchObject({ reason: 'agent-stopped' })
  for (let second = 0; second < 5; second++) {
    b.clock.advance(1_000)
    await settle()
  }
  expect(called).toEqual(['b', 'b'])
  expect((await stored(memory)).deferred).toBeNull()
})

test('C16c whoever comes back does not rob the new owner, and is told what became of the run', async () => {
  const gate = createGate()
  const reasons: unknown[] = []
  const { memory, open } = setUp(async (tab, run) => {
    run.signal.addEventListener('abort', () => {
      reasons.push(`${tab} ${(run.signal.reason as LeaseLost).reason}`)
    })
    await gate.opened
  })
  const a = await open('a')
  await open('b')
  const { done } = await a.registry.trigger(a.task)
  await settle()
  a.leave()
  await settle()
  const taken = await stored(memory)
  a.comeBack()
  await settle()
  expect(reasons).toEqual(['a lease-lost'])
  expect((await stored(memory)).lease?.owner).toBe(taken.lease?.owner)
  gate.open()
  await settle()
  expect(await done).toMatchObject({ status: 'succeeded' })
})

test('C14 nobody took over: the lease is taken up again, under a new presence lock', async () => {
  const gate = createGate()
  const { memory, locks, open } = setUp(() => gate.opened)
  const a = await open('a')
  const { done } = await a.registry.trigger(a.task)
  await settle()
  const before = await stored(memory)
  a.leave()
  await settle()
  expect((await stored(memory)).version).toBe(before.version)
  a.comeBack()
  await settle()
  const after = await stored(memory)
  expect(after.lease?.owner).toBe(before.lease?.owner)
  expect(after.lease?.presence).not.toBe(before.lease?.presence)
  expect(locks.holders(after.lease?.presence ?? '')).toEqual(['a'])
  // The renewal is what asked the store, and one suffices.
  expect(after.lease?.renewSeq).toBe(1)
  gate.open()
  expect(await done).toMatchObject({ status: 'succeeded' })
})

test('what a hidden page commits is not answered before it is shown and the store was asked', async () => {
  const asked = createGate()
  const answers: unknown[] = []
  const { memory, open } = setUp(async (tab, run) => {
    if (tab === 'b') return asked.opened
    await asked.opened
    const calls = [run.commit('late'), run.ensure(0), run.seal(), run.headers('edit')]
    for (const call of calls) {
      call.then(
        () => answers.push('resolved'),
        (error: { reason?: unknown }) => answers.push(error.reason),
      )
    }
    await Promise.allSettled(calls)
    return undefined
  })
  const a = await open('a')
  await open('b')
  await a.registry.trigger(a.task)
  await settle()
  a.leave()
  await settle()
  // Code that goes on in the moment between `pagehide` and the freeze.
  asked.open()
  await settle()
  expect(answers).toEqual([])
  a.comeBack()
  await settle()
  expect(answers).toEqual(['lease-lost', 'lease-lost', 'lease-lost', 'lease-lost'])
  expect((await stored(memory)).bookmarks).toEqual({})
})

test('a commit that landed, but is heard of after an absence, is believed only when the key is still ours', async () => {
  const reply = createGate()
  const answers: unknown[] = []
  let slow = false
  const { memory, open } = setUp(async (tab, run) => {
    if (tab === 'b') return
    slow = true
    await run.commit('page-1').then(
      () => answers.push('resolved'),
      (error: { reason?: unknown }) => answers.push(error.reason),
    )
  })
  const a = await open('a', store => ({
    ...store,
    async transact(address, decide, options) {
      const landed = await store.transact(address, decide, options)
      if (slow) await reply.opened
      return landed
    },
  }))
  await open('b')
  await a.registry.trigger(a.task)
  await settle()
  expect((await stored(memory)).run?.checkpoint.cursor).toBe('page-1')
  a.leave()
  await settle()
  expect((await stored(memory)).last?.status).toBe('succeeded')
  slow = false
  reply.open()
  a.comeBack()
  await settle()
  expect(answers).toEqual(['lease-lost'])
})

test('a hidden page asks for no lock; shown again it watches whoever runs', async () => {
  const gate = createGate()
  const { memory, locks, open } = setUp(() => gate.opened)
  const a = await open('a')
  const b = await open('b')
  await b.registry.trigger(b.task)
  await settle()
  const presence = (await stored(memory)).lease?.presence ?? ''
  expect(locks.waiting(presence)).toEqual(['a'])
  a.leave()
  expect(locks.waiting(presence)).toEqual([])
  a.comeBack()
  await settle()
  expect(locks.waiting(presence)).toEqual(['a'])
})

test('C14 a return that is told by four events opens one channel, and the page hears again', async () => {
  const { open } = setUp(() => undefined)
  const a = await open('a')
  const b = await open('b')
  const before = a.channels()
  a.leave()
  a.comeBack()
  await settle()
  expect(a.channels() - before).toBe(1)
  await (await b.registry.trigger(b.task)).done
  await settle()
  expect(a.registry.snapshot({ userId: 'ada', scope: 'sync' }).lastSuccessAt).not.toBeNull()
})

test('a page that is hidden away begins nothing, and what it asked for is left to others', async () => {
  const called: string[] = []
  const { open } = setUp(tab => called.push(tab))
  const a = await open('a')
  await open('b')
  a.leave()
  void a.registry.trigger(a.task)
  await settle()
  expect(called).toEqual([])
  a.comeBack()
  await settle()
  expect(called).toHaveLength(1)
})

test('a trigger from a page that is leaving, for a key that another tab seemed to hold, is left to others', async () => {
  const gate = createGate()
  const called: string[] = []
  const { open } = setUp(tab => {
    called.push(tab)
    return called.length === 1 ? gate.opened : undefined
  })
  const a = await open('a')
  const b = await open('b')
  await b.registry.trigger(b.task)
  await settle()
  a.leave()
  gate.open()
  await settle()
  let answer: unknown
  void a.registry.trigger(a.task).then(given => {
    answer = given
  })
  await settle()
  expect(answer).toMatchObject({ decision: 'deferred', reason: 'agent-stopped', stored: true })
})

test('C16b a tab alone that is reloaded five times during a long first stage does not poison it', async () => {
  const never = createGate()
  const called: string[] = []
  const { memory, open } = setUp((tab, { takeovers }) => {
    called.push(`${tab} ${takeovers}`)
    return never.opened
  })
  const first = await open('load 0')
  await first.registry.trigger(first.task)
  await settle()
  let page = first
  for (let load = 1; load <= 5; load++) {
    page.leave()
    page = await open(`load ${load}`)
    await settle()
  }
  expect(called).toEqual([0, 1, 2, 3, 4, 5].map(load => `load ${load} ${load}`))
  expect((await stored(memory)).run).toMatchObject({ takeovers: 5, takeoversInPlace: 0 })
})

test('a page that came back and crashes later was not a hand-over', async () => {
  const never = createGate()
  const { memory, locks, open } = setUp(() => never.opened)
  const a = await open('a')
  await a.registry.trigger(a.task)
  await settle()
  a.leave()
  a.comeBack()
  await settle()
  a.clock.advance(1_000)
  await settle()
  locks.leave('a')
  await open('after the crash')
  await settle()
  expect((await stored(memory)).run).toMatchObject({ takeovers: 1, takeoversInPlace: 1 })
})
