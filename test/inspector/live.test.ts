/** An insight that is kept fresh, and what that costs. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { defineTask, type StoreFactory, type TaskRegistry } from '../../src/index.ts'
import { deriveDecisions } from '../../src/inspector/decisions.ts'
import { createLive, type Live } from '../../src/inspector/live.ts'
import { insideOf } from '../../src/registry/inside.ts'
import { createMemory, memoryStore } from '../../src/store/memory.ts'
import { type TestRegistryOptions, withFaults } from '../../src/testing/index.ts'
import { buildTimed } from '../registry/build.ts'
import { createStageGate, type StageGate } from './support.ts'

async function anApp(options: TestRegistryOptions = {}) {
  const gate = createStageGate()
  const task = defineTask({ scope: 'sync', minIntervalMs: 0, run: () => gate.open() })
  const one = buildTimed({ ...options, tasks: [task] })
  const two = one.another({ tasks: [task] })
  onTestFinished(gate.release)
  await one.registry.signIn('u1')
  await two.registry.signIn('u1')
  await one.advance(0)
  return { one, two, task, gate }
}

function watch(live: Live): Live {
  onTestFinished(live.stop)
  live.start()
  return live
}

describe('an insight', () => {
  test('has what was stored before, and from then on what each tab does, its own included', async () => {
    const { one, two, task, gate } = await anApp()
    const live = watch(createLive(two.registry, () => undefined))
    await one.advance(0)
    expect(live.insight()).toMatchObject({ phase: 'ready', rows: [] })
    await two.registry.trigger(task)
    await one.advance(0)
    expect(live.insight().records.get('u1|sync')?.lease?.agent).toBe(two.registry.agent)
    gate.release()
    await one.advance(1_000)
    expect(live.insight().records.get('u1|sync')?.lease).toBeNull()
    expect(live.insight().rows).toMatchObject([{ status: 'succeeded' }])
  })

  test('is found again in a new one, runs and decisions with it', async () => {
    const { one, two, task, gate } = await anApp()
    gate.release()
    await one.registry.trigger(task)
    await one.advance(0)
    await one.registry.pause(task)
    await one.registry.trigger(task, { source: 'foreground', byUser: false })
    const live = watch(createLive(two.registry, () => undefined))
    await one.advance(0)
    expect(live.insight().rows).toMatchObject([{ key: 'u1|sync', status: 'succeeded' }])
    expect(live.insight().records.get('u1|sync')?.recent).toMatchObject([{ decision: 'deferred' }])
  })

  test('tells of each trigger once, also of one that waits and of one that waited', async () => {
    const { one, two, task, gate } = await anApp()
    const live = watch(createLive(two.registry, () => undefined))
    const told = () =>
      deriveDecisions(live.insight()).map(({ source, decision }) => `${source} ${decision}`)
    await one.registry.pause(task)
    await one.registry.trigger(task, { source: 'foreground', byUser: false })
    await one.advance(1_000)
    expect(told()).toEqual(['foreground deferred'])
    await one.registry.resume(task)
    await one.advance(1_000)
    expect(told()).toEqual(['foreground deferred'])
    await one.registry.trigger(task, { payload: 'another' })
    await one.advance(1_000)
    expect(told()).toEqual(['manual buffered', 'foreground deferred'])
    gate.release()
    await one.advance(1_000)
    expect(live.insight().rows).toHaveLength(2)
    expect(told()).toEqual(['manual buffered', 'foreground deferred'])
  })

  test.each([
    { between: 'with a channel', options: {} },
    { between: 'without one', options: { channel: () => null } },
  ])('is fresh again when a store that failed answers, $between', async ({ options }) => {
    const { factory, inject } = withFaults(memoryStore())
    const { one, two, task } = await anApp({ ...options, store: factory })
    inject('connection-lost')
    const live = watch(createLive(two.registry, () => undefined))
    await one.advance(0)
    expect(live.insight().phase).toBe('failed')
    inject(null)
    await one.advance(5_000)
    expect(live.insight().phase).toBe('ready')
    await one.registry.pause(task)
    await one.advance(5_000)
    expect(live.insight().records.get('u1|sync')?.paused).not.toBeNull()
  })

  test('costs nothing while nobody looks: nothing is heard, read or waited for', async () => {
    const { one, two, task } = await anApp()
    let changes = 0
    const live = createLive(two.registry, () => void (changes += 1))
    live.start()
    await one.advance(0)
    live.stop()
    const timers = one.clock.nextTimerInMs()
    changes = 0
    await one.registry.pause(task)
    await one.advance(5_000)
    expect(changes).toBe(0)
    expect(one.clock.nextTimerInMs()).toEqual(timers)
    live.start()
    await one.advance(0)
    expect(live.insight().records.get('u1|sync')?.paused).not.toBeNull()
    live.stop()
  })

  test('is not read from a store that rests after a failure', async () => {
    const { factory, inject } = withFaults(memoryStore())
    let asked = 0
    const counting: StoreFactory = context => {
      const store = factory(context)
      return { ...store, list: () => (asked++, store.list()) }
    }
    const { one, two, task } = await anApp({ store: counting })
    inject('connection-lost')
    await two.registry.pause(task).catch(() => undefined)
    const live = watch(createLive(two.registry, () => undefined))
    await one.advance(10_000)
    expect(live.insight().phase).toBe('failed')
    expect(asked).toBe(0)
  })

  test('is read again only as far as something changed while nobody looked', async () => {
    const { one, two, task, gate } = await anApp()
    gate.release()
    await one.registry.trigger(task)
    await one.advance(1_000)
    const live = watch(createLive(two.registry, () => undefined))
    await one.advance(1_000)
    live.stop()
    const { histories } = countReads(two.registry)
    live.start()
    await one.advance(1_000)
    expect(histories()).toBe(0)
    live.stop()
    await one.registry.trigger(task, { payload: 'another' })
    await one.advance(1_000)
    const before = histories()
    live.start()
    await one.advance(1_000)
    expect(histories() - before).toBe(1)
    expect(live.insight().rows.map(({ seq }) => seq)).toEqual([2, 1])
  })

  test('asks a slow store for everything once at a time, however much another store’s tabs tell', async () => {
    const { one, two, task } = await anApp()
    const other = one.another({ tasks: [task], store: memoryStore(createMemory()) })
    const live = watch(createLive(two.registry, () => undefined))
    await one.advance(1_000)
    const reads = countReads(two.registry)
    reads.hold()
    await other.registry.signIn('u1')
    for (let i = 0; i < 5; i += 1) {
      await other.registry.pause(task)
      await one.advance(300)
      await other.registry.resume(task)
      await one.advance(300)
    }
    expect(reads.lists()).toBe(1)
    reads.release()
    await one.advance(1_000)
    expect(reads.lists()).toBe(2)
    expect(live.insight().phase).toBe('ready')
  })

  test('says that its registry was closed, and stays as it was', async () => {
    const { one, two } = await anApp()
    const live = watch(createLive(two.registry, () => undefined))
    await one.advance(1_000)
    const { records } = live.insight()
    await two.registry.close()
    expect(live.insight()).toMatchObject({ phase: 'closed', records })
    live.start()
    await one.advance(1_000)
    expect(live.insight().phase).toBe('closed')
    const late = watch(createLive(two.registry, () => undefined))
    await one.advance(1_000)
    expect(late.insight().phase).toBe('closed')
  })
})

/** Counts what the store of a registry is asked for; a list can be kept waiting. */
function countReads(registry: TaskRegistry) {
  const { store, ledger } = insideOf(registry)
  const { list } = store
  const { history } = ledger.automatic
  let lists = 0
  let histories = 0
  let gate: StageGate | null = null
  Object.assign(store, {
    async list() {
      lists += 1
      await gate?.open()
      return list()
    },
  })
  Object.assign(ledger.automatic, {
    history(...given: Parameters<typeof history>) {
      histories += 1
      return history(...given)
    },
  })
  return {
    lists: () => lists,
    histories: () => histories,
    hold: () => void (gate = createStageGate()),
    release: () => gate?.release(),
  }
}
