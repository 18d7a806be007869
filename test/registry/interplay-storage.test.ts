/** A store that fails while the agent ends, is away, or is woken: nothing is lost, told twice or left. */
import { describe, expect, test } from 'vitest'
import { defineTask, RegistryError, type TaskRun } from '../../src/index.ts'
import { createBreaker } from '../../src/registry/breaker.ts'
import { createRepeats } from '../../src/registry/repeats.ts'
import type { RunTarget } from '../../src/registry/run-target.ts'
import { createMemory, memoryStore } from '../../src/store/memory.ts'
import {
  createManualClock,
  type StoreFaultName,
  storeFaults,
  withFaults,
} from '../../src/testing/index.ts'
import { buildTimed, rejectionOf } from './build.ts'
import { createGate } from './faulty-store.ts'

const names = Object.keys(storeFaults) as StoreFaultName[]

function build(run: (run: TaskRun<undefined, null, null>) => unknown, more: object = {}) {
  const memory = createMemory()
  const faulty = withFaults(memoryStore(memory))
  const settled: string[] = []
  const task = defineTask({
    scope: 'sync',
    minIntervalMs: 0,
    run: run as never,
    onSettled: (outcome, { runId }) => void settled.push(`${runId} ${outcome.status}`),
    ...more,
  })
  const tab = buildTimed({ tasks: [task], store: faulty.factory })
  return { ...tab, ...faulty, memory, task, settled }
}

test('a run whose wait was cancelled while its settle was unheard is told of once, whatever ran since', async () => {
  let calls = 0
  const { registry, advance, inject, task, settled } = build(() => {
    if (++calls === 1) {
      inject('lost-while-committing')
      throw new Error('no')
    }
  })
  await registry.signIn('ada')
  const first = await registry.trigger(task)
  await advance(0)
  inject(null)
  expect(await registry.cancel(task)).toMatchObject({ cancelled: true })
  await advance(0)
  const second = await registry.trigger(task)
  expect(second.decision).toBe('started')
  await advance(0)
  await advance(60_000)
  expect(settled).toEqual([`${first.runId} cancelled`, `${second.runId} succeeded`])
})

test.each(['online', 'foreground'] as const)(
  '%s ends the wait for a retry, though the store rested when it was heard',
  async signal => {
    let calls = 0
    const { registry, advance, inject, task, environment } = build(
      () => {
        if (++calls === 1) throw new Error('no')
      },
      { retry: { baseMs: 600_000, capMs: 900_000 } },
    )
    await registry.signIn('ada')
    await registry.trigger(task)
    await advance(0)
    expect(registry.snapshot(task)).toMatchObject({ status: 'waiting' })
    inject('connection-lost')
    await rejectionOf(registry.pause('ada|sync'))
    expect(registry.snapshot(task).store.state).toBe('unavailable')
    environment.emit(signal === 'online' ? 'online' : 'visible')
    await advance(100)
    inject(null)
    await advance(40_000)
    expect(registry.snapshot(task).store.state).toBe('ok')
    expect(calls).toBe(2)
  },
)

describe.each(names)('close({ force }) under %s', name => {
  test('ends, and no timer of it goes on for ever', async () => {
    const gate = createGate()
    const memory = createMemory()
    const faulty = withFaults(memoryStore(memory))
    const task = defineTask({
      scope: 'sync',
      run: run =>
        Promise.race([gate.opened, new Promise(r => run.signal.addEventListener('abort', r))]),
    })
    const tab = buildTimed({ tasks: [task], store: faulty.factory })
    const { registry, advance, clock } = tab
    await registry.signIn('ada')
    await registry.trigger(task)
    await advance(0)
    faulty.inject(name)
    void rejectionOf(registry.signOut('bob'))
    void rejectionOf(registry.trigger(task, { payload: 1 } as never))
    await advance(3_000)
    let closed: unknown = 'pending'
    void registry.close({ force: true }).then(ids => {
      closed = ids
    })
    await advance(16_000)
    expect(closed).not.toBe('pending')
    await advance(60_000)
    expect(clock.timers()).toBe(0)
  })
})

test('a question that its store never answers is taken back after 5 s, and put again', async () => {
  const clock = createManualClock()
  let asked = 0
  const breaker = createBreaker({
    clock,
    ask: () => {
      asked++
      return new Promise(() => undefined)
    },
    onAnswer: () => undefined,
    onFailure: () => undefined,
  })
  breaker.failed(new RegistryError('store-unavailable', 'gone'))
  for (let i = 0; i < 60; i++) {
    clock.advance(1_000)
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  }
  expect(asked).toBeGreaterThan(1)
  breaker.end()
})

test('a forced close that an earlier close outlasts is still the one that answers', async () => {
  const never = createGate()
  const { registry, advance, task } = build(() => never.opened)
  await registry.signIn('ada')
  const { runId } = await registry.trigger(task)
  await advance(0)
  const patient = rejectionOf(registry.close({ timeoutMs: 1_000 }))
  const forced = registry.close({ force: true })
  await advance(2_000)
  expect(await patient).toMatchObject({ code: 'busy' })
  await advance(20_000)
  expect(await forced).toEqual([runId])
  expect(await registry.close()).toEqual([runId])
})

test('an option that is undefined counts as left out: a forced close ends', async () => {
  const never = createGate()
  const { registry, advance, inject, task } = build(() => never.opened)
  await registry.signIn('ada')
  await registry.trigger(task)
  await advance(0)
  inject('quota')
  let closed = false
  void registry.close({ force: true, timeoutMs: undefined as never }).then(() => {
    closed = true
  })
  never.open()
  await advance(60_000)
  expect(closed).toBe(true)
})

test('a registry whose store cannot be made leaves no channel open', () => {
  let open = 0
  expect(() =>
    buildTimed({
      channel: () => {
        open++
        return { post: () => undefined, close: () => void open-- }
      },
      store: () => {
        throw new RegistryError('missing-tables', 'no')
      },
    }),
  ).toThrow('no')
  expect(open).toBe(0)
})

test('a trigger that fails after the registry was closed is not kept, nor repeated for ever', () => {
  const clock = createManualClock()
  const repeats = createRepeats(clock, () => undefined)
  repeats.stop()
  const target = { key: 'ada|sync', userId: 'ada', scope: 'sync' } as RunTarget
  repeats.keep(target, { source: 'change', byUser: false, brings: 'news' })
  expect(clock.timers()).toBe(0)
})
