import { expect, test } from 'vitest'
import { defineTask, RegistryError, TaskFailure, type } from '../../src/index.ts'
import { change, type Subscribable } from '../../src/trigger/index.ts'
import { buildAgents, buildRegistry, buildTimed } from './build.ts'
import { type Fault, faultyStore } from './faulty-store.ts'

const nobody = undefined as unknown as { readonly name: string }

test('a fault in a stage is reported with its own stack, once for all attempts of the run', async () => {
  const errors: unknown[] = []
  let attempts = 0
  const task = defineTask({
    scope: 'sync',
    run: function pullCourses() {
      attempts++
      return nobody.name
    },
  })
  const { registry, advance } = buildTimed({ tasks: [task], onError: error => errors.push(error) })
  await registry.signIn('ada')
  await registry.trigger(task)
  await advance(60_000)
  expect(attempts).toBeGreaterThan(2)
  expect(errors).toHaveLength(1)
  expect(errors[0]).toBeInstanceOf(TypeError)
  expect((errors[0] as Error).stack).toContain('pullCourses')
})

test('another fault of the same run is reported, too; an expected failure is not', async () => {
  const errors: unknown[] = []
  const thrown = [
    new Error('HTTP 503'),
    new TypeError('Failed to fetch'),
    new TypeError('a is undefined'),
    new TypeError('a is undefined'),
    new TaskFailure('retryable', 'busy'),
    new ReferenceError('b is not defined'),
  ]
  const left = [...thrown]
  const task = defineTask({
    scope: 'sync',
    run: () => {
      const next = left.shift()
      if (next) throw next
    },
  })
  const { registry, advance } = buildTimed({ tasks: [task], onError: error => errors.push(error) })
  await registry.signIn('ada')
  await registry.trigger(task)
  await advance(20 * 60_000)
  expect(left).toEqual([])
  expect(errors).toEqual([thrown[2], thrown[5]])
})

test('a merge of payloads that throws is reported as the fault of its task', async () => {
  const errors: unknown[] = []
  const task = defineTask({
    scope: 'sync',
    payload: type<string>(),
    mergePayload: () => nobody.name,
    run: () => undefined,
  })
  const { registry, advance } = buildTimed({ tasks: [task], onError: error => errors.push(error) })
  await registry.signIn('ada')
  await registry.pause(task)
  await registry.trigger(task, { payload: 'a', source: 'app' })
  await registry.trigger(task, { payload: 'b', source: 'app' })
  await registry.resume(task)
  await advance(1_000)
  expect(errors).toHaveLength(1)
  expect((errors[0] as RegistryError).message).toContain(
    "task 'sync': mergePayload or migrate threw TypeError",
  )
})

test('a run that was cancelled after failed attempts keeps in the history why they failed', async () => {
  const task = defineTask({
    scope: 'sync',
    run: () => {
      throw new Error('HTTP 503')
    },
  })
  const { registry, advance } = buildTimed({ tasks: [task] })
  await registry.signIn('ada')
  await registry.trigger(task)
  await advance(10_000)
  await registry.cancel(task)
  const [row] = (await registry.history(task)).runs
  expect(row).toMatchObject({ status: 'cancelled', error: { message: 'HTTP 503' } })
  expect(row?.attempts).toBeGreaterThan(1)
})

test('a run that succeeded after failed attempts has no error in the history', async () => {
  const task = defineTask({
    scope: 'sync',
    run: run => {
      if (run.attempt === 1) throw new Error('HTTP 503')
    },
  })
  const { registry, advance } = buildTimed({ tasks: [task] })
  await registry.signIn('ada')
  await registry.trigger(task)
  await advance(10_000)
  expect((await registry.history(task)).runs).toMatchObject([{ status: 'succeeded', error: null }])
})

test('a trigger while nobody is signed in is reported with the line to write, once until somebody is', async () => {
  const errors: unknown[] = []
  const task = defineTask({ scope: 'sync', run: () => undefined })
  const registry = buildRegistry({ tasks: [task], onError: error => errors.push(error) })
  const first = await registry.trigger(task)
  await registry.trigger(task)
  expect(errors).toHaveLength(1)
  expect(errors[0]).toBeInstanceOf(RegistryError)
  expect((errors[0] as Error).message).toContain(first.hint)
  expect((errors[0] as Error).message).toContain("'sync'")
  await registry.signIn('ada')
  await registry.trigger(task)
  await registry.signOut()
  await registry.trigger(task)
  expect(errors).toHaveLength(2)
})

test('a user who was signed out in another tab is a rejection like any other', async () => {
  const errors: unknown[] = []
  const task = defineTask({ scope: 'sync', run: () => undefined })
  const [mine, other] = buildAgents(2, { tasks: [task], onError: error => errors.push(error) })
  await mine?.signIn('ada')
  await other?.signOut('ada')
  expect(await mine?.trigger({ userId: 'ada', scope: 'sync' })).toMatchObject({
    decision: 'rejected',
    reason: 'signed-out',
  })
  expect(errors).toHaveLength(1)
})

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

test.each<readonly [string, () => unknown]>([
  ['an error whose message is no text', () => Object.assign(new TypeError('x'), { message: {} })],
  [
    'an error that cannot be read',
    () =>
      Object.defineProperty(new TypeError('x'), 'message', {
        get() {
          throw new Error('not for you')
        },
      }),
  ],
  ['what cannot even be asked what it is', revoked],
  ['a failure whose cause cannot', () => new TaskFailure('retryable', 'x', { cause: revoked() })],
  [
    'a failure whose class is none',
    () => Object.assign(new TaskFailure('fatal', 'x'), { failureClass: () => 'fatal' }),
  ],
  ['nothing', () => undefined],
  ['a symbol', () => Symbol('x')],
])('a stage that throws %s ends its attempt like any other', async (_, make) => {
  const task = defineTask({
    scope: 'sync',
    run() {
      throw make()
    },
  })
  const { registry, advance } = buildTimed({ tasks: [task] })
  await registry.signIn('ada')
  const { done } = await registry.trigger(task)
  let outcome: unknown
  void done.then(found => {
    outcome = found
  })
  await advance(100)
  expect(outcome).toMatchObject({ status: 'waiting', reason: 'retry' })
})

test('a fault of the code is reported, whatever it has for a message', async () => {
  const errors: unknown[] = []
  const thrown = Object.assign(new TypeError('x'), { message: { code: 7 } })
  const task = defineTask({
    scope: 'sync',
    run() {
      throw thrown
    },
  })
  const { registry, advance } = buildTimed({ tasks: [task], onError: error => errors.push(error) })
  await registry.signIn('ada')
  await registry.trigger(task)
  await advance(100)
  expect(errors).toEqual([thrown])
})

test('a wrong use of the run ends it for good, at the first attempt: no repetition mends it', async () => {
  let attempts = 0
  const task = defineTask({
    scope: 'sync',
    async run({ commit }) {
      attempts++
      // Of a task without tables.
      await commit(null, { write: () => undefined } as object)
    },
  })
  const { registry, advance } = buildTimed({ tasks: [task] })
  await registry.signIn('ada')
  const { done } = await registry.trigger(task)
  await advance(60_000)
  expect(await done).toMatchObject({
    status: 'failed',
    cause: 'fatal',
    error: { failureClass: 'fatal' },
  })
  expect(attempts).toBe(1)
})

test('a cursor that is no JSON may be one at the next attempt: the answer may have lacked it', async () => {
  const cursors = [undefined, 'p2']
  const task = defineTask({
    scope: 'sync',
    run: run => run.commit(cursors.shift() as unknown as null),
  })
  const { registry, advance } = buildTimed({ tasks: [task] })
  await registry.signIn('ada')
  await registry.trigger(task)
  await advance(10_000)
  expect(registry.snapshot(task).last).toMatchObject({ status: 'succeeded' })
})

test('what is too large may be smaller at the next attempt', async () => {
  const rows = ['x'.repeat(20_000), 'x']
  const task = defineTask({
    scope: 'sync',
    result: type<string>(),
    run: run => run.result(rows.shift() ?? ''),
  })
  const { registry, advance } = buildTimed({ tasks: [task] })
  await registry.signIn('ada')
  await registry.trigger(task)
  await advance(10_000)
  expect(registry.snapshot(task).last).toMatchObject({ status: 'succeeded' })
})

test('a number of progress that is none may be one at the next attempt', async () => {
  const totals = [Number.NaN, 10]
  const task = defineTask({
    scope: 'sync',
    run: run => run.progress({ done: 0, total: totals.shift() ?? 0 }),
  })
  const { registry, advance } = buildTimed({ tasks: [task] })
  await registry.signIn('ada')
  await registry.trigger(task)
  await advance(10_000)
  expect(registry.snapshot(task).last).toMatchObject({ status: 'succeeded' })
})

test('a fault is reported with the code of the app that it happened in', async () => {
  const reports: (readonly [unknown, string | undefined])[] = []
  const task = defineTask({
    scope: 'sync',
    stages: stage => ({ pulling: stage(() => nobody.name), pushing: stage(() => undefined) }),
    when: () => true,
    onSettled: () => nobody.name,
    retry: { attempts: 1 },
    triggers: [
      {
        kind: 'signal',
        name: 'doorbell',
        arm: () => {
          throw new TypeError('no bell')
        },
      },
    ],
  })
  const { registry, advance } = buildTimed({
    tasks: [task],
    onError: (error, where) => reports.push([error, where]),
  })
  await registry.signIn('ada')
  await registry.trigger(task)
  await advance(1_000)
  expect(reports.map(([, where]) => where)).toEqual([
    "task 'sync', trigger 'doorbell'",
    "task 'sync', stage 'pulling'",
    "task 'sync', onSettled()",
  ])
})

test('so is a mergePayload that throws, also over what the store did not take', async () => {
  const places: (string | undefined)[] = []
  let fault: Fault = null
  let emit: (value: string) => void = () => undefined
  const source: Subscribable<string> = {
    subscribe({ next }) {
      emit = next
      return () => undefined
    },
  }
  const task = defineTask({
    scope: 'sync',
    payload: type<string>(),
    mergePayload: () => nobody.name,
    triggers: [change(source, { payload: course => course })],
    run: () => undefined,
  })
  const { registry, advance } = buildTimed({
    tasks: [task],
    store: faultyStore(() => fault),
    onError: (error, where) => {
      if (!(error instanceof RegistryError && error.code.startsWith('store-'))) places.push(where)
    },
  })
  await registry.signIn('ada')
  await registry.pause(task)
  emit('a')
  await advance(1_000)
  emit('b')
  await advance(1_000)
  await registry.resume(task)
  await advance(1_000)
  fault = 'fail'
  emit('c')
  await advance(1_000)
  emit('d')
  await advance(1_000)
  expect(places).toEqual([
    "task 'sync', mergePayload() or migrate()",
    "task 'sync', mergePayload()",
  ])
})
