import { describe, expect, test } from 'vitest'
import {
  createTaskRegistry,
  defineTask,
  type RegistryOptions,
  RegistryError,
  TaskFailure,
  type TaskRegistry,
  type,
} from '../../src/index.ts'
import { change, every, foreground } from '../../src/trigger/index.ts'
import { buildRegistry, buildTimed, rejectionOf, thrownBy } from './build.ts'

const idle = defineTask({ scope: 'idle', run: () => undefined })

/** Expects a RegistryError whose message names what was expected, found, and what to do. */
function expectError(
  thrown: unknown,
  code: RegistryError['code'],
  ...parts: readonly string[]
): void {
  expect(thrown).toBeInstanceOf(RegistryError)
  const error = thrown as RegistryError
  expect(error.code).toBe(code)
  for (const part of parts) expect(error.message).toContain(part)
}

describe('options', () => {
  const wrong: readonly (readonly [string, unknown, readonly string[]])[] = [
    ['an unknown option', { color: 1 }, ["'color'", 'expected one of name, tasks, store']],
    ['a mistyped option', { leese: {} }, ["'leese'", "did you mean 'lease'?"]],
    ['a lease time beside the lease', { ttlMs: 20_000 }, ["'ttlMs'", 'use lease: { ttlMs }']],
    ['a task without its list', { tasks: idle }, ["'tasks'", 'list', 'tasks: [task]']],
    ['a handler that is none', { onError: 'warn' }, ["'onError'", 'function', '"warn"']],
    ['no object', 7, ['must be an object', '7']],
    ['an unknown lease option', { lease: { ttl: 5 } }, ["'lease.ttl'", 'ttlMs']],
    ['a lease time below the least', { lease: { ttlMs: 999 } }, ['lease.ttlMs', '1 000', '999']],
    ['a lease time that is no number', { lease: { ttlMs: Number.NaN } }, ['lease.ttlMs', 'NaN']],
    [
      'an endless lease time',
      { lease: { ttlMs: Number.POSITIVE_INFINITY } },
      ['lease.ttlMs', 'Infinity'],
    ],
    ['an empty name', { name: '' }, ["'name'", 'non-empty']],
    ['a name that Web Locks refuse', { name: '-app' }, ["'name'", "'-'", '-app']],
    ['an unknown accounts mode', { accounts: 'two' }, ['accounts', "'many'", '"two"']],
    ['a history of nothing', { historyKept: 0 }, ['historyKept', '0']],
    ['a name of a kind that is no text', { name: 1n }, ["'name'", '1']],
    [
      'a number that cannot be shown',
      { historyKept: Object.create(null) as unknown },
      ['an object'],
    ],
  ]
  test.each(wrong)('%s is refused with what was expected and found', (_, options, parts) => {
    expectError(
      thrownBy(() => createTaskRegistry(options as RegistryOptions)),
      'invalid-option',
      ...parts,
    )
  })

  test('what is not there is no task, at the call that was given it', () => {
    for (const task of [undefined, null, { scope: 'sync' }, () => idle]) {
      expectError(
        thrownBy(() => createTaskRegistry({ tasks: [task as never] })),
        'invalid-argument',
        'defineTask()',
      )
      expectError(
        thrownBy(() => buildRegistry().define(task as never)),
        'invalid-argument',
        'defineTask()',
      )
    }
  })

  test('a short lease time is accepted with one warning', () => {
    const warnings: unknown[] = []
    buildRegistry({ lease: { ttlMs: 2_000 }, onError: error => warnings.push(error) })
    expect(warnings).toHaveLength(1)
    expectError(warnings[0], 'invalid-option', '2000', 'tests only')
  })
})

describe('tasks', () => {
  test('an integer-like stage name is refused, since it would change the order', () => {
    const thrown = thrownBy(() =>
      defineTask({
        scope: 'sync',
        stages: stage => ({ b: stage(() => undefined), 1: stage(() => undefined) }),
      }),
    )
    expectError(thrown, 'invalid-task', "'1'", 'order', 'word')
  })

  test('a task needs stages or a single step, not both, not neither', () => {
    const neither = thrownBy(() => defineTask({ scope: 'sync' } as never))
    expectError(neither, 'invalid-task', "'stages'", "'run'")
    const none = thrownBy(() => defineTask({ scope: 'sync', stages: () => ({}) }))
    expectError(none, 'invalid-task', 'at least one stage')
  })

  test('an unknown task option, a bad duration and an empty scope are refused', () => {
    expectError(
      thrownBy(() => defineTask({ scope: 'sync', run: () => undefined, stalMs: 5 } as never)),
      'invalid-task',
      "'stalMs'",
    )
    expectError(
      thrownBy(() => defineTask({ scope: 'sync', run: () => undefined, stallMs: -1 })),
      'invalid-task',
      'stallMs',
      '-1',
    )
    expectError(
      thrownBy(() => defineTask({ scope: '', run: () => undefined })),
      'invalid-argument',
      'scope',
    )
    expectError(
      thrownBy(() => every(10)),
      'invalid-argument',
      '1 000',
      '10',
    )
  })

  test.each([
    ['whenRunning', 'later', 'restart'],
    ['seal', 'never', 'manual'],
    ['stallMs', 0, 'from 1 on'],
    ['maxRunMs', 0, 'from 1 on'],
  ])('a task with %s %j is refused with what was expected', (name, value, expected) => {
    const options = { scope: 'sync', run: () => undefined, [name]: value }
    expectError(
      thrownBy(() => defineTask(options as never)),
      'invalid-task',
      name,
      String(value),
      expected,
    )
  })

  test.each([
    ['retry: { attemps }', { retry: { attemps: 3 } }, ["'retry.attemps'", "'attempts'"]],
    ['attempts outside of retry', { attempts: 3 }, ["'attempts'", 'use retry: { attempts }']],
    ['retry that is a number', { retry: 3 }, ["'retry'", 'an object', '3']],
    ['a network that is a text', { network: 'no' }, ["'network'", 'boolean', '"no"']],
    ['a gate that is no function', { when: true }, ["'when'", 'function', 'true']],
    ['no list of triggers', { triggers: foreground() }, ["'triggers'", 'list']],
    [
      'a source that was not called',
      { triggers: [every(60_000), foreground] },
      ['triggers[1]', 'the function foreground', 'call it'],
    ],
    [
      'a second schedule of the same id, which would be served by the first',
      { triggers: [every(60_000), foreground(), every(60_000, { missed: 'all' })] },
      ['triggers[2]', 'every:60000', "its own 'id'"],
    ],
    ['a source that is not there', { triggers: [undefined] }, ['triggers[0]', 'undefined']],
  ])('%s is refused where the task is defined', (_, options, parts) => {
    const thrown = thrownBy(() =>
      defineTask({ scope: 'sync', run: () => undefined, ...(options as object) }),
    )
    expectError(thrown, 'invalid-task', "task 'sync'", ...parts)
  })

  test('an option of a stage is checked like one of its task', () => {
    const define = (options: object): unknown =>
      thrownBy(() =>
        defineTask({
          scope: 'sync',
          stages: stage => ({ pulling: stage(() => undefined, options) }),
        }),
      )
    expectError(define({ incremental_: true }), 'invalid-task', "'incremental_'", "'incremental'")
    expectError(define({ incremental: 'yes' }), 'invalid-task', "'incremental'", 'boolean')
  })

  test('sources refuse what they cannot fire by', () => {
    expectError(
      thrownBy(() => change(42 as never)),
      'invalid-argument',
      'subscribe()',
      '42',
    )
    expectError(
      thrownBy(() => change(null as never)),
      'invalid-argument',
      'null',
    )
    const source = { subscribe: () => () => undefined }
    expectError(
      thrownBy(() => change(source, { paylod: () => 1 } as never)),
      'invalid-argument',
      'expected one of payload',
    )
    expectError(
      thrownBy(() => every(60_000, { mised: 'all' } as never)),
      'invalid-argument',
      'expected one of id, missed',
    )
    expectError(
      thrownBy(() => every(60_000, { missed: 'none' as never })),
      'invalid-argument',
      'latest, skip, all',
      'none',
    )
  })

  test('a failure of an unknown class is refused, with the classes there are', () => {
    expectError(
      thrownBy(() => new TaskFailure('rate_limited' as never, 'too many')),
      'invalid-argument',
      'rate-limited',
      '"rate_limited"',
    )
    expectError(
      thrownBy(() => new TaskFailure('rate-limited', 'x', { retryAfter: 5 } as never)),
      'invalid-argument',
      "'retryAfterMs'",
    )
  })

  test('two definitions of one scope are refused; the same one twice is not', () => {
    const registry = buildRegistry({ tasks: [idle] })
    registry.define(idle)
    const other = defineTask({ scope: 'idle', run: () => undefined })
    expectError(
      thrownBy(() => registry.define(other)),
      'task-conflict',
      "'idle'",
      'once',
    )
    expectError(
      thrownBy(() => buildRegistry({ tasks: [idle, other] })),
      'task-conflict',
    )
  })
})

describe('options of calls', () => {
  type Call = (registry: TaskRegistry, options: never) => unknown
  const calls: readonly (readonly [string, Call, object, string])[] = [
    ['trigger', (r, o) => r.trigger(idle, o), { payloadd: 1 }, "did you mean 'payload'?"],
    ['trigger', (r, o) => r.trigger(idle, o), { byUser: 1 }, 'boolean'],
    ['signIn', (r, o) => r.signIn('ada', o), { refresh: true }, "did you mean 'fresh'?"],
    ['signOut', (r, o) => r.signOut(o), { forgets: true }, "did you mean 'forget'?"],
    ['signOut', (r, o) => r.signOut(o), { forget: 'yes' }, 'boolean'],
    ['signOut', (r, o) => r.signOut(o), 7 as never, 'must be an object, found 7'],
    ['watch', (r, o) => r.watch(idle, o), { user: 'ada' }, "did you mean 'userId'?"],
    ['snapshot', (r, o) => r.snapshot(idle, o), { userID_: 'ada' }, "did you mean 'userId'?"],
    ['getRunningTask', (r, o) => r.getRunningTask(idle, o), { limit: 1 }, 'expected one of userId'],
    ['cancel', (r, o) => r.cancel(idle, o), { runid: 'x' }, "did you mean 'runId'?"],
    ['cancel', (r, o) => r.cancel(idle, o), { runId: 7 }, 'string'],
    ['pause', (r, o) => r.pause(idle, o), { userid: 'ada' }, "did you mean 'userId'?"],
    ['resume', (r, o) => r.resume(idle, o), { userid: 'ada' }, "did you mean 'userId'?"],
    ['reset', (r, o) => r.reset(idle, o), { userid: 'ada' }, "did you mean 'userId'?"],
    ['history', (r, o) => r.history(idle, o), { limits: 5 }, "did you mean 'limit'?"],
    ['history', (r, o) => r.history(idle, o), { limit: -1 }, 'from 0 on'],
    ['drain', (r, o) => r.drain(o), { timeout: 5 }, "did you mean 'timeoutMs'?"],
    ['drain', (r, o) => r.drain(o), { timeoutMs: Number.POSITIVE_INFINITY }, 'Infinity'],
    ['drain', (r, o) => r.drain(o), { signal: new AbortController() }, 'an AbortSignal'],
    ['close', (r, o) => r.close(o), { signal: true }, 'an AbortSignal'],
    ['close', (r, o) => r.close(o), { forced: true }, "did you mean 'force'?"],
    ['close', (r, o) => r.close(o), null as never, 'must be an object, found null'],
  ]
  test.each(calls)('%s refuses what it does not know', async (name, call, options, part) => {
    const registry = buildRegistry({ tasks: [idle] })
    await registry.signIn('ada')
    const attempt = async (): Promise<unknown> => call(registry, options as never)
    expectError(await rejectionOf(attempt()), 'invalid-argument', `${name}()`, part)
  })

  test('a stage is told of what its run does not know, at the call', async () => {
    const caught: unknown[] = []
    const task = defineTask({
      scope: 'mistyped',
      run: async run => {
        caught.push(await rejectionOf(run.commit(null, { lst: true } as never)))
        caught.push(thrownBy(() => run.progress({ totl: 3 } as never)))
        caught.push(thrownBy(() => run.idempotencyKey('x', { pre: 'occurrence' } as never)))
      },
    })
    const registry = buildRegistry({ tasks: [task] })
    await registry.signIn('ada')
    expect(await (await registry.trigger(task)).done).toMatchObject({ status: 'succeeded' })
    const parts = ["'last'", "'total'", "'per'"]
    expect(caught).toHaveLength(parts.length)
    for (const [i, part] of parts.entries()) expectError(caught[i], 'invalid-argument', part)
  })
})

describe('what a trigger says of itself', () => {
  test.each(['brings', 'whenRunning'])('%s of any kind of value is refused as such', async name => {
    const registry = buildRegistry({ tasks: [idle] })
    await registry.signIn('ada')
    for (const value of [1n, Symbol('x'), cycle(), 'soon']) {
      const attempt = registry.trigger(idle, { [name]: value })
      expectError(await rejectionOf(attempt), 'invalid-argument', `'${name}' must be one of`)
    }
  })
})

describe('addresses', () => {
  test.each([
    { what: 'no characters', userId: '' },
    { what: 'null', userId: null },
    { what: 'a number', userId: 7 },
    { what: '257 characters', userId: 'x'.repeat(257) },
  ])('a userId of $what is refused', async ({ userId }) => {
    const registry = buildRegistry({ tasks: [idle] })
    expectError(
      await rejectionOf(registry.signIn(userId as string)),
      'invalid-argument',
      'userId',
      '1 to 256',
    )
    expectError(
      await rejectionOf(registry.trigger({ userId: userId as string, scope: 'idle' })),
      'invalid-argument',
      'userId',
    )
  })

  test('an unknown scope names the known ones and what to do', async () => {
    const registry = buildRegistry({ tasks: [idle] })
    await registry.signIn('ada')
    expectError(
      await rejectionOf(registry.trigger('ada|nope')),
      'unknown-task',
      "'nope'",
      'idle',
      'define',
    )
    expectError(
      thrownBy(() => registry.watch({ userId: 'ada', scope: 'nope' })),
      'unknown-task',
      "'nope'",
    )
    expectError(await rejectionOf(registry.trigger('no key')), 'invalid-argument', 'userId|scope')
    expectError(await rejectionOf(registry.trigger(null as never)), 'invalid-argument', 'null')
  })
})

describe('users', () => {
  test('a trigger before any signIn is rejected with the line to write, and stores nothing', async () => {
    const registry = buildRegistry({ tasks: [idle] })
    const answer = await registry.trigger(idle)
    expect(answer).toMatchObject({ decision: 'rejected', reason: 'signed-out', stored: false })
    expect(answer.hint).toContain('registry.signIn(userId)')
    expect(await answer.done).toEqual({ status: 'rejected' })
    expect(await registry.history(idle)).toEqual({ runs: [], recent: [], recentDropped: 0 })
    expect(await registry.cancel(idle)).toMatchObject({ cancelled: false, reason: 'signed-out' })
    expectError(await rejectionOf(registry.pause(idle)), 'invalid-argument', 'pause()', 'signIn')
    const named = await registry.trigger({ userId: 'ada', scope: 'idle' })
    expect(named).toMatchObject({ decision: 'rejected', reason: 'signed-out' })
    expect(named.hint).toContain('registry.signIn("ada")')
  })

  test('a trigger without user when two are signed in is rejected and names both', async () => {
    const registry = buildRegistry({ tasks: [idle], accounts: 'many' })
    await registry.signIn('ada')
    await registry.signIn('grace')
    const answer = await registry.trigger(idle)
    expect(answer).toMatchObject({ decision: 'rejected', reason: 'ambiguous-user' })
    expect(answer.hint).toMatch(/ada, grace.*userId/)
    expect(await registry.trigger(idle, { userId: 'grace' })).toMatchObject({ decision: 'started' })
  })
})

describe('control', () => {
  test('pausing, resuming or resetting for somebody who is signed out says so', async () => {
    const registry = buildRegistry({ tasks: [idle] })
    await registry.signIn('ada')
    const grace = { userId: 'grace', scope: 'idle' }
    for (const call of [registry.pause(grace), registry.resume(grace), registry.reset(grace)]) {
      expectError(await rejectionOf(call), 'invalid-argument', 'grace', 'signIn')
    }
    await registry.reset(idle)
    await registry.pause(idle)
    expect(registry.snapshot(idle)).toMatchObject({ status: 'paused', actions: ['resume'] })
  })
})

describe('values', () => {
  test.each([
    ['a function', () => undefined, 'not-json', 'function'],
    ['a Map', new Map(), 'not-json', 'Map'],
    ['NaN', Number.NaN, 'not-json', 'NaN'],
    ['a cycle', cycle(), 'not-json', 'refers to itself'],
    ['a list that says what it is', Object.assign([], { toJSON: String }), 'not-json', 'toJSON'],
    ['17 000 characters', 'x'.repeat(17_000), 'too-large', '16384'],
  ] as const)('a payload of %s is refused at the call', async (_, payload, code, part) => {
    const registry = buildRegistry({ tasks: [idle] })
    await registry.signIn('ada')
    expectError(
      await rejectionOf(registry.trigger('ada|idle', { payload: payload as never })),
      code,
      'payload',
      part,
    )
    expect((await registry.history(idle)).runs).toEqual([])
  })

  test('a cursor, result or progress that cannot be stored fails at its call and damages nothing', async () => {
    const caught: unknown[] = []
    const task = defineTask({
      scope: 'values',
      result: type<string>(),
      stages: stage => ({
        only: stage(
          async run => {
            await run.commit('good')
            caught.push(await rejectionOf(run.commit('x'.repeat(17_000))))
            caught.push(await rejectionOf(run.commit(new Date() as never)))
            caught.push(thrownBy(() => run.result('x'.repeat(17_000))))
            caught.push(thrownBy(() => run.progress({ detail: 'x'.repeat(2_000) })))
            caught.push(thrownBy(() => run.progress({ done: Number.NaN })))
            caught.push(await rejectionOf(run.ensure(600_001)))
            caught.push(thrownBy(() => run.idempotencyKey('x'.repeat(600))))
            run.result('done')
          },
          { cursor: type<string>() },
        ),
      }),
    })
    const registry = buildRegistry({ tasks: [task] })
    await registry.signIn('ada')
    const answer = await registry.trigger(task)
    expect(await answer.done).toEqual({ status: 'succeeded', runId: answer.runId, result: 'done' })
    const codes = caught.map(error => (error as RegistryError).code)
    expect(codes).toEqual([
      'too-large',
      'not-json',
      'too-large',
      'too-large',
      'invalid-argument',
      'invalid-argument',
      'too-large',
    ])
  })

  test('a commit after commit(…, { last: true }) is refused', async () => {
    let caught: unknown
    const task = defineTask({
      scope: 'last',
      run: async run => {
        await run.commit(null, { last: true })
        caught = await rejectionOf(run.commit(null))
      },
    })
    const registry = buildRegistry({ tasks: [task] })
    await registry.signIn('ada')
    await (await registry.trigger(task)).done
    expectError(caught, 'stage-finished', "'running'")
  })
})

describe('stages that misbehave', () => {
  test.each([
    ['an Error', new Error('boom'), 'boom'],
    ['a text', 'boom', 'boom'],
    ['undefined', undefined, 'undefined'],
    ['a long text', 'x'.repeat(5_000), 'xxx'],
  ])('a stage that throws %s waits for a retry', async (_, thrown, message) => {
    const task = defineTask({
      scope: 'throws',
      run: () => {
        // Anything can be thrown.
        throw thrown as Error
      },
    })
    const registry = buildRegistry({ tasks: [task] })
    await registry.signIn('ada')
    const outcome = await (await registry.trigger(task)).done
    expect(outcome).toMatchObject({ status: 'waiting', reason: 'retry' })
    expect((outcome as { error: { message: string } }).error.message).toContain(message)
    expect((outcome as { error: { message: string } }).error.message.length).toBeLessThanOrEqual(
      1024,
    )
    expect(registry.snapshot(task).actions).toEqual(['retry-now', 'cancel'])
  })

  test('a stage that returns after a cancel does not turn it into a success', async () => {
    let finish: () => void = () => undefined
    const task = defineTask({
      scope: 'late',
      run: run =>
        new Promise<void>(resolve => {
          finish = resolve
          run.signal.addEventListener('abort', () => resolve())
        }),
    })
    const registry = buildRegistry({ tasks: [task] })
    await registry.signIn('ada')
    const answer = await registry.trigger(task)
    expect(await registry.cancel(task)).toMatchObject({ cancelled: true, runId: answer.runId })
    finish()
    expect(await answer.done).toEqual({ status: 'cancelled', runId: answer.runId })
    const { runs } = await registry.history(task)
    expect(runs.map(run => run.status)).toEqual(['cancelled'])
  })

  test('cancelling what is finished, unknown or another run says so', async () => {
    const registry = buildRegistry({ tasks: [idle] })
    await registry.signIn('ada')
    expect(await registry.cancel(idle)).toEqual({ cancelled: false, reason: 'not-running' })
    const answer = await registry.trigger(idle)
    await answer.done
    expect(await registry.cancel(idle, { runId: answer.runId ?? '' })).toEqual({
      cancelled: false,
      reason: 'not-running',
    })
    expect(await registry.cancel({ userId: 'grace', scope: 'idle' })).toEqual({
      cancelled: false,
      reason: 'signed-out',
    })
  })
})

describe('after close', () => {
  test('every call says that the registry is closed and what to do', async () => {
    const registry = buildRegistry({ tasks: [idle] })
    await registry.signIn('ada')
    await registry.close()
    for (const call of [
      () => registry.trigger(idle),
      () => registry.signIn('ada'),
      () => registry.signOut(),
      () => registry.cancel(idle),
      () => registry.pause(idle),
      () => registry.history(idle),
      () => registry.outcome('x'),
    ]) {
      expectError(await rejectionOf(call()), 'closed', 'createTaskRegistry')
    }
    expectError(
      thrownBy(() => registry.snapshot(idle)),
      'closed',
    )
    await registry.close()
  })

  test('what waits for a run that nobody finishes is told that nothing is known', async () => {
    const task = defineTask({
      scope: 'endless',
      run: run =>
        new Promise<void>(resolve => run.signal.addEventListener('abort', () => resolve())),
    })
    const registry = buildRegistry({ tasks: [task] })
    await registry.signIn('ada')
    const answer = await registry.trigger(task)
    const statuses: string[] = []
    let completed = false
    registry
      .watch(task)
      .subscribe({ next: view => statuses.push(view.status), complete: () => (completed = true) })
    await registry.close({ force: true })
    expect(await answer.done).toEqual({ status: 'unknown' })
    expect(completed).toBe(true)
    expect(statuses).toContain('running')
  })
})

function cycle(): unknown {
  const itself: Record<string, unknown> = {}
  itself['itself'] = itself
  return itself
}

test.each(['constructor', '__proto__', 'toString'])(
  'a schedule may be named %s, like what every object has',
  async id => {
    let calls = 0
    const task = defineTask({
      scope: 'named',
      minIntervalMs: 0,
      triggers: [every(60_000, { id })],
      run: () => void calls++,
    })
    const { registry, advance } = buildTimed({ tasks: [task] })
    await registry.signIn('ada')
    await advance(3 * 60_000)
    expect(calls).toBe(4)
  },
)
