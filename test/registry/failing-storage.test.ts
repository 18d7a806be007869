/** Each way in which storage fails: what is seen of it, and the way back. */
import { describe, expect, test } from 'vitest'
import { defineTask, RegistryError, type RegistryEvent, type TaskView } from '../../src/index.ts'
import { createMemory, memoryStore } from '../../src/store/memory.ts'
import { type StoreFaultName, storeFaults, withFaults } from '../../src/testing/index.ts'
import { buildTimed, rejectionOf } from './build.ts'
import { createGate } from './faulty-store.ts'

const idle = defineTask({ scope: 'sync', minIntervalMs: 0, run: () => undefined })

const names = Object.keys(storeFaults) as StoreFaultName[]
/** Nobody is told of a failure where operations merely wait. */
const waiting: readonly StoreFaultName[] = ['open-never-answers', 'blocked', 'busy']
/** What they ask for may land all the same. */
const landing: readonly StoreFaultName[] = ['unanswered', 'lost-while-committing']

function build(task = idle) {
  const memory = createMemory()
  const faulty = withFaults(memoryStore(memory))
  const errors: unknown[] = []
  const tab = buildTimed({
    tasks: [task],
    store: faulty.factory,
    onError: error => errors.push(error),
  })
  const events: RegistryEvent[] = []
  tab.registry.events.subscribe(event => events.push(event))
  const views: TaskView[] = []
  const watch = () =>
    tab.registry.watch({ userId: 'ada', scope: 'sync' }).subscribe(view => views.push(view))
  return { ...tab, ...faulty, memory, errors, events, views, watch }
}

function within<T>(promise: Promise<T>): { readonly done: () => T | undefined } {
  let value: T | undefined
  promise.then(
    next => {
      value = next
    },
    () => undefined,
  )
  return { done: () => value }
}

describe.each(names)('%s', name => {
  test('a trigger is answered, the view says what is wrong, and all goes on when it is over', async () => {
    const { registry, advance, inject, errors, views, watch } = build()
    await registry.signIn('ada')
    watch()
    await advance(0)
    inject(name)
    const answer = within(registry.trigger(idle))
    await advance(11_000)
    expect(answer.done()).toMatchObject({ decision: 'deferred', stored: false })
    const state = waiting.includes(name) || name === 'unanswered' ? 'waiting' : 'unavailable'
    expect(views.at(-1)?.store.state).toBe(state)
    if (state === 'unavailable' && !landing.includes(name))
      expect(views.at(-1)).toMatchObject({ status: 'blocked', reason: 'store-unavailable' })
    // Reported once, and not at all when the store is merely busy.
    expect(errors).toHaveLength(state === 'waiting' ? 0 : 1)
    inject(null)
    await advance(60_000)
    expect(views.at(-1)).toMatchObject({
      status: 'idle',
      store: { state: 'ok' },
      last: { status: 'succeeded' },
    })
  })

  test('it is not hammered, whatever fires, and a store that is back is found without anybody', async () => {
    const { registry, advance, inject, operations, views, watch } = build()
    await registry.signIn('ada')
    watch()
    await advance(0)
    inject(name)
    for (let i = 0; i < 600; i++) {
      void registry.trigger(idle, { source: 'push', brings: 'news' })
      await advance(1_000)
      // Each of them waits in the queue of a busy store: they land late, together with their equals.
      if (waiting.includes(name) && i > 20) break
    }
    expect(operations()).toBeLessThan(120)
    const before = operations()
    await advance(600_000)
    expect(operations() - before).toBeLessThan(100)
    inject(null)
    await advance(60_000)
    expect(views.at(-1)).toMatchObject({ status: 'idle', last: { status: 'succeeded' } })
  })

  test('an app that starts meanwhile starts, says why it shows nothing, and is right afterwards', async () => {
    const { registry, advance, inject, views, watch } = build()
    inject(name)
    const signIn = within(rejectionOf(registry.signIn('ada')))
    watch()
    await advance(11_000)
    expect(signIn.done()).toBeInstanceOf(RegistryError)
    // Where only writes fail it is known that nobody is signed in.
    const fault = storeFaults[name]
    if ('only' in fault) expect(views.at(-1)?.status).toBe('signed-out')
    else {
      expect(views.at(-1)?.store.state).not.toBe('ok')
      expect(views.at(-1)).toMatchObject({ status: 'blocked', actions: ['start'] })
      expect(views.at(-1)?.reason).toMatch(/^store-(unavailable|waiting)$/)
    }
    inject(null)
    await advance(60_000)
    expect(views.at(-1)).toMatchObject({ store: { state: 'ok' } })
    expect(views.at(-1)?.status).not.toBe('blocked')
    await registry.signIn('ada')
    const { done } = await registry.trigger(idle)
    expect(await done).toMatchObject({ status: 'succeeded' })
  })
})

test('C40 a page that was loaded meanwhile shows what is stored as soon as the store is back', async () => {
  const memory = createMemory()
  const tab = buildTimed({ tasks: [idle], store: memoryStore(memory) })
  await tab.registry.signIn('ada')
  await (await tab.registry.trigger(idle)).done
  for (const name of names) {
    const { factory, inject } = withFaults(memoryStore(memory))
    inject(name)
    const loaded = tab.another({ store: factory })
    const views: TaskView[] = []
    loaded.registry.watch({ userId: 'ada', scope: 'sync' }).subscribe(view => views.push(view))
    await tab.advance(11_000)
    inject(null)
    await tab.advance(31_000)
    expect(views.at(-1), name).toMatchObject({ status: 'idle', last: { status: 'succeeded' } })
  }
})

test('C45 a store in memory, which the app asked for, says so in the view', async () => {
  const { registry } = buildTimed({ tasks: [idle], store: memoryStore(createMemory()) })
  await registry.signIn('ada')
  expect(registry.snapshot(idle).store).toEqual({ state: 'ok', volatile: true })
})

describe('a store that failed', () => {
  test('is asked again after 1 s, then after twice as long each time, up to 30 s', async () => {
    const { registry, advance, inject, operations } = build()
    await registry.signIn('ada')
    await advance(0)
    inject('not-there')
    void registry.trigger(idle, { source: 'push' })
    await advance(0)
    const asked: number[] = []
    for (let second = 1; second <= 100; second++) {
      const before = operations()
      await advance(1_000)
      if (operations() > before) asked.push(second)
    }
    expect(asked).toEqual([1, 3, 7, 15, 31, 61, 91])
  })

  test.each(['visible', 'pageshow', 'resume', 'online'] as const)(
    'is asked at once on %s',
    async signal => {
      const { registry, advance, inject, environment, views, watch } = build()
      await registry.signIn('ada')
      watch()
      inject('connection-lost')
      void registry.trigger(idle, { source: 'push' })
      await advance(20_000)
      inject(null)
      await advance(0)
      expect(views.at(-1)?.status).toBe('blocked')
      environment.emit(signal)
      await advance(0)
      expect(views.at(-1)?.status).toBe('idle')
    },
  )

  test('is asked at once by a person, and then everything goes on', async () => {
    const { registry, advance, inject, views, watch } = build()
    await registry.signIn('ada')
    watch()
    inject('quota')
    const first = await registry.trigger(idle)
    expect(first).toMatchObject({ decision: 'deferred', reason: 'store-unavailable' })
    await advance(20_000)
    inject(null)
    const pressed = await registry.trigger(idle)
    expect(await pressed.done).toMatchObject({ status: 'succeeded' })
    await advance(1_000)
    expect(views.at(-1)).toMatchObject({ status: 'idle', store: { state: 'ok' } })
  })

  test('costs a running stage nothing but its own failure: its commits are not held back', async () => {
    const gate = createGate()
    const committed: unknown[] = []
    const task = defineTask({
      scope: 'sync',
      async run(run) {
        await gate.opened
        committed.push(await run.commit(null).then(() => 'landed', String))
      },
    })
    const { registry, advance, inject } = build(task)
    await registry.signIn('ada')
    const { done } = await registry.trigger(task)
    inject('quota')
    void registry.cancel(task).catch(() => undefined)
    await advance(0)
    inject(null)
    gate.open()
    expect(await done).toMatchObject({ status: 'succeeded' })
    expect(committed).toEqual(['landed'])
  })

  test('leaves no timer behind when the registry is closed', async () => {
    const { registry, advance, inject, clock } = build()
    await registry.signIn('ada')
    inject('not-there')
    void registry.trigger(idle, { source: 'push' })
    await advance(5_000)
    await registry.close({ force: true })
    await advance(2_000)
    expect(clock.timers()).toBe(0)
  })
})

describe('C46 the app holds a table for seconds', () => {
  test('a trigger is late, not lost, and nothing is reported broken', async () => {
    const { registry, advance, inject, errors, views, watch } = build()
    await registry.signIn('ada')
    watch()
    inject('busy')
    const answer = within(registry.trigger(idle))
    await advance(4_000)
    expect(answer.done()).toBeUndefined()
    expect(views.at(-1)).toMatchObject({ store: { state: 'ok' } })
    await advance(4_000)
    expect(answer.done()).toMatchObject({ decision: 'deferred', reason: 'store-waiting' })
    expect(views.at(-1)).toMatchObject({ store: { state: 'waiting' } })
    inject(null)
    await advance(1_000)
    expect(views.at(-1)).toMatchObject({ store: { state: 'ok' }, last: { status: 'succeeded' } })
    expect((await registry.history(idle)).runs).toHaveLength(1)
    expect(errors).toEqual([])
  })
})

describe('a write of which nobody knows whether it landed', () => {
  test('an acquisition is found and used, without anybody asking again', async () => {
    const { registry, advance, inject, memory } = build()
    await registry.signIn('ada')
    await advance(0)
    inject('lost-while-committing')
    const answer = await registry.trigger(idle)
    expect(answer).toMatchObject({ decision: 'deferred', stored: false })
    const [database] = memory.databases.values()
    expect(database?.records.get('ada|sync')?.lease).not.toBeNull()
    inject(null)
    await advance(5_000)
    expect(database?.records.get('ada|sync')).toMatchObject({
      lease: null,
      run: null,
      last: { status: 'succeeded' },
    })
  })

  test('onSettled is called once, also when the history could not be read for a minute', async () => {
    const settled: string[] = []
    let lose: () => void = () => undefined
    const task = defineTask({
      scope: 'sync',
      run: () => lose(),
      onSettled: outcome => void settled.push(outcome.status),
    })
    const { registry, advance, inject } = build(task)
    await registry.signIn('ada')
    await advance(0)
    lose = () => inject('lost-while-committing')
    await registry.trigger(task)
    await advance(0)
    inject('not-there')
    await advance(60_000)
    expect(settled).toEqual([])
    inject(null)
    await advance(60_000)
    expect(settled).toEqual(['succeeded'])
  })
})

describe('C44 site data is cleared while the app is open', () => {
  test('the run is fenced, it is told of, and the next sign-in starts clean with a higher fence', async () => {
    const gate = createGate()
    const reasons: unknown[] = []
    const fences: number[] = []
    const task = defineTask({
      scope: 'sync',
      minIntervalMs: 0,
      async run(run) {
        fences.push(run.fence)
        run.signal.addEventListener('abort', () => reasons.push(run.signal.reason))
        if (fences.length === 1) await gate.opened
      },
    })
    const { registry, advance, memory, events, views, watch, environment } = build(task)
    await registry.signIn('ada')
    watch()
    const { done } = await registry.trigger(task)
    await advance(1_000)
    memory.databases.clear()
    environment.emit('visible')
    await advance(0)
    expect(reasons).toMatchObject([{ reason: 'lease-lost' }])
    expect(events.filter(event => event.type === 'store-recreated')).toHaveLength(1)
    expect(views.at(-1)).toMatchObject({ status: 'signed-out' })
    gate.open()
    await advance(0)
    expect(await done).toEqual({ status: 'unknown' })
    const [database] = memory.databases.values()
    expect([...(database?.records.values() ?? [])]).toEqual([])
    await registry.signIn('ada')
    expect(await (await registry.trigger(task)).done).toMatchObject({ status: 'succeeded' })
    expect(fences[1]).toBeGreaterThan(fences[0] ?? 0)
  })
})

test('C49 evicted, with the clock set back: what a server remembers of each store and key is of another store', async () => {
  const sent: Readonly<Record<string, string>>[] = []
  const task = defineTask({
    scope: 'sync',
    minIntervalMs: 0,
    run: async run => void sent.push(await run.headers('edit')),
  })
  const { registry, memory, clock, environment, advance } = build(task)
  await registry.signIn('ada')
  await (await registry.trigger(task)).done
  await advance(1_000)
  memory.databases.clear()
  clock.moveWall(-3_600_000)
  environment.emit('visible')
  await advance(0)
  await registry.signIn('ada')
  expect(await (await registry.trigger(task)).done).toMatchObject({ status: 'succeeded' })
  const [before, since] = sent
  expect(Number(since?.['Leasehold-Fence'])).toBeLessThan(Number(before?.['Leasehold-Fence']))
  expect(since?.['Leasehold-Store']).not.toBe(before?.['Leasehold-Store'])
  // Nor does it take an edit of now for one that it applied then.
  expect(since?.['Idempotency-Key']).not.toBe(before?.['Idempotency-Key'])
})
