/** A task's own gate: when it is looked at, and what it may do wrong. */
import { expect, test } from 'vitest'
import { defineTask } from '../../src/index.ts'
import type { LifeSignal } from '../../src/port/environment.ts'
import { buildTimed } from './build.ts'

function setUp() {
  const errors: unknown[] = []
  let gate: () => true | string = () => true
  let calls = 0
  const task = defineTask({
    scope: 'sync',
    when: () => gate(),
    run: () => {
      calls++
    },
  })
  const tab = buildTimed({ tasks: [task], onError: error => errors.push(error) })
  return {
    ...tab,
    task,
    errors,
    calls: () => calls,
    setGate(next: () => true | string) {
      gate = next
    },
  }
}

test('a gate that throws is closed, and reported once until it has answered again', async () => {
  const { registry, task, errors, setGate, calls, advance } = setUp()
  await registry.signIn('ada')
  const broken = new Error('no gate')
  setGate(() => {
    throw broken
  })
  expect(await registry.trigger(task)).toMatchObject({
    decision: 'deferred',
    reason: 'gate',
    hint: 'the gate of the task failed',
  })
  await advance(60_000)
  expect([errors, calls()]).toEqual([[broken], 0])
  setGate(() => 'still closed')
  await advance(30_000)
  setGate(() => {
    throw broken
  })
  await advance(30_000)
  expect(errors).toEqual([broken, broken])
})

test.each([
  ['a promise', async () => true],
  ['a number', () => 1],
  ['an object', () => ({})],
])(
  'a gate that answers %s is closed, and what it should answer is reported once',
  async (_, answer) => {
    const { registry, task, errors, setGate, calls, advance } = setUp()
    await registry.signIn('ada')
    setGate(answer as never)
    expect(await registry.trigger(task)).toMatchObject({
      decision: 'deferred',
      reason: 'gate',
      hint: 'the gate of the task failed',
    })
    await advance(60_000)
    expect([errors.length, calls()]).toEqual([1, 0])
    expect(errors[0]).toMatchObject({
      code: 'invalid-task',
      message: expect.stringMatching(/'sync'.*'when'.*found/) as string,
    })
    setGate(() => false as never)
    expect((await registry.trigger(task)).hint).toBe('the gate of the task is closed')
    expect(errors).toHaveLength(1)
  },
)

test.each<LifeSignal>(['visible', 'online', 'resume'])(
  'what a gate kept away starts with %s, as soon as the gate is open',
  async signal => {
    const { registry, task, setGate, calls, advance, environment } = setUp()
    await registry.signIn('ada')
    setGate(() => 'on battery')
    await registry.trigger(task)
    setGate(() => true)
    await advance(1_000)
    expect(calls()).toBe(0)
    environment.emit(signal)
    await advance(0)
    expect(calls()).toBe(1)
  },
)

test('without any signal it is looked at again within 30 s', async () => {
  const { registry, task, setGate, calls, advance } = setUp()
  await registry.signIn('ada')
  setGate(() => 'on battery')
  await registry.trigger(task)
  setGate(() => true)
  await advance(30_000)
  expect(calls()).toBe(1)
})

test('a gate that looks at the view of its own task sees it with what the gate said last', async () => {
  const { registry, task, errors, setGate, advance } = setUp()
  await registry.signIn('ada')
  await advance(0)
  let isClosed = false
  const shown: (string | null)[] = []
  setGate(() => {
    shown.push(registry.snapshot(task).reason)
    return isClosed ? 'on battery' : true
  })
  const statuses: string[] = []
  registry.watch(task).subscribe(({ status }) => statuses.push(status))
  isClosed = true
  expect(await registry.trigger(task)).toMatchObject({ reason: 'gate', hint: 'on battery' })
  await advance(60_000)
  expect(errors).toEqual([])
  expect(shown).toContain('gate')
  expect(statuses).toEqual(['idle', 'deferred'])
})
