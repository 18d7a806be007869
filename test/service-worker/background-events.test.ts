/** Which events of a service worker become triggers, and what the browser is told of their end. */
import { expect, test } from 'vitest'
import { type Channel, defineTask, TaskFailure } from '../../src/index.ts'
import {
  backgroundEvents,
  type BackgroundEventsOptions,
  backgroundSync,
} from '../../src/service-worker/index.ts'
import { createGate } from '../registry/faulty-store.ts'
import { buildTimed, rejectionOf, thrownBy } from '../registry/build.ts'
import { stubWorkerScope } from './worker-scope.ts'

/** A worker whose two tasks are asked for by events alone. */
async function setUp(options?: BackgroundEventsOptions, fails: () => boolean = () => false) {
  const scope = stubWorkerScope()
  const calls: string[] = []
  const taskOf = (name: string) =>
    defineTask({
      scope: name,
      minIntervalMs: 0,
      retry: { baseMs: 600_000, capMs: 600_000 },
      run({ source }) {
        calls.push(`${name} ${source}`)
        if (fails()) throw new TaskFailure('retryable', 'no answer')
      },
    })
  const tasks = [taskOf('courses'), taskOf('messages')]
  const page = buildTimed({ name: 'app', tasks: tasks.map(({ scope: name }) => taskOf(name)) })
  await page.registry.signIn('ada')
  page.registry.stop()
  const events = backgroundEvents(options)
  const worker = page.another({ tasks, kind: 'service-worker', background: events })
  await page.advance(0)
  return { scope, calls, page, worker, events, advance: page.advance }
}

test('a sync event of this registry goes on with what was left, and is done when that is', async () => {
  const { scope, calls, page, advance } = await setUp()
  await page.registry.trigger('ada|courses', { source: 'change', brings: 'news' })
  const { ends, works } = scope.fire('sync', { tag: 'leasehold:app' })
  expect(works).toBe(1)
  await advance(0)
  expect(await ends).toMatchObject([{ status: 'fulfilled' }])
  expect(calls).toEqual(['courses change'])
})

test('a sync event fails as long as something is left, so that the browser repeats it', async () => {
  let fails = true
  const { scope, page, advance } = await setUp({}, (): boolean => fails)
  await page.registry.trigger('ada|courses', { source: 'change', brings: 'news' })
  const first = scope.fire('sync', { tag: 'leasehold:app' })
  await advance(30_000)
  expect(await first.ends).toMatchObject([{ status: 'rejected' }])
  fails = false
  await advance(600_000)
  const second = scope.fire('sync', { tag: 'leasehold:app' })
  await advance(30_000)
  expect(await second.ends).toMatchObject([{ status: 'fulfilled' }])
})

test('events of other tags are left to the app', async () => {
  const { scope, calls, advance } = await setUp()
  for (const type of ['sync', 'periodicsync'])
    expect(scope.fire(type, { tag: 'news' }).works).toBe(0)
  await advance(0)
  expect(calls).toEqual([])
})

test('a periodic sync runs every task', async () => {
  const { scope, calls, advance } = await setUp()
  const { ends } = scope.fire('periodicsync', { tag: 'leasehold:app' })
  await advance(0)
  expect(await ends).toMatchObject([{ status: 'fulfilled' }])
  expect(calls.toSorted()).toEqual(['courses periodic-sync', 'messages periodic-sync'])
})

test.each<[string, BackgroundEventsOptions['push'], string[]]>([
  ['all tasks by default', undefined, ['courses push', 'messages push']],
  ['the scopes that the app reads from it', () => ['messages'], ['messages push']],
  ['none, when the app says so', () => false, []],
])('a push message asks for %s', async (_, push, expected) => {
  const { scope, calls, advance } = await setUp(push ? { push } : {})
  scope.fire('push')
  await advance(0)
  expect(calls.toSorted()).toEqual(expected)
})

test('the news of a push message reach a run that may have read already', async () => {
  const gate = createGate()
  const { scope, page, worker, advance } = await setUp({ push: () => ['courses'] })
  const tab = page.another({
    tasks: [defineTask({ scope: 'courses', run: () => gate.opened })],
  })
  await tab.registry.trigger('ada|courses')
  await advance(0)
  scope.fire('push')
  await advance(1_000)
  gate.open()
  await advance(1_000)
  const { runs } = await worker.registry.history('ada|courses')
  expect(runs.map(({ source }) => source)).toEqual(['push', 'manual'])
})

test('what a push message leaves undone is asked for as a sync, which the browser repeats', async () => {
  const { scope, advance } = await setUp({ push: () => ['courses'] }, () => true)
  const { ends } = scope.fire('push')
  await advance(30_000)
  expect(await ends).toMatchObject([{ status: 'fulfilled' }])
  expect(scope.registered).toEqual(['leasehold:app'])
})

test('an event of the app lets its own trigger run', async () => {
  const { scope, calls, worker, events, advance } = await setUp()
  const works: Promise<unknown>[] = []
  const event = { waitUntil: (work: Promise<unknown>) => void works.push(work) }
  events.during(event, () => worker.registry.trigger('ada|courses', { source: 'notification' }))
  await advance(0)
  await Promise.all(works)
  expect(calls).toEqual(['courses notification'])
  expect(scope.registered).toEqual([])
})

test('a closed registry hears no event any more', async () => {
  const { scope, worker } = await setUp()
  expect(scope.listeners()).toBe(3)
  await worker.registry.close()
  expect(scope.listeners()).toBe(0)
})

test('events in a page, and asking for them in a worker, are refused: nothing would ever come of either', async () => {
  const { page } = await setUp()
  expect(thrownBy(() => page.another({ background: backgroundEvents() }))).toMatchObject({
    code: 'invalid-option',
    details: { option: 'background' },
  })
  const background = backgroundSync({ registration: Promise.resolve({}) })
  expect(thrownBy(() => page.another({ kind: 'service-worker', background }))).toMatchObject({
    code: 'invalid-option',
    details: { option: 'background' },
  })
})

test('each registry has events of its own', async () => {
  const { page, events } = await setUp()
  expect(
    thrownBy(() => page.another({ kind: 'service-worker', background: events })),
  ).toMatchObject({ code: 'invalid-option', details: { option: 'background' } })
})

test('a registry that cannot be made leaves nothing open', async () => {
  const { page, events } = await setUp()
  let open = 0
  const channel = (): Channel => {
    open++
    return { post: () => undefined, close: () => void open-- }
  }
  expect(
    thrownBy(() => page.another({ kind: 'service-worker', background: events, channel })),
  ).toMatchObject({ code: 'invalid-option' })
  let listeners = 0
  const background = {
    ...events,
    join: () => () => undefined,
    listen() {
      listeners++
      return () => void listeners--
    },
  }
  const taskOf = () => defineTask({ scope: 'twice', run() {} })
  expect(
    thrownBy(() =>
      page.another({
        kind: 'service-worker',
        tasks: [taskOf(), taskOf()],
        background,
        channel,
      }),
    ),
  ).toMatchObject({
    code: 'task-conflict',
  })
  expect([open, listeners]).toEqual([0, 0])
})

test('an event that is over already lets nothing run', async () => {
  const { calls, worker, events, advance } = await setUp()
  await worker.registry.trigger('ada|courses')
  const over = {
    waitUntil() {
      throw new DOMException('the event is over', 'InvalidStateError')
    },
  }
  expect(thrownBy(() => events.during(over))).toMatchObject({ name: 'InvalidStateError' })
  await advance(1_000)
  expect(calls).toEqual([])
})

test('an event that keeps no worker alive is refused', async () => {
  const { events } = await setUp()
  expect(thrownBy(() => events.during(new Event('storage')))).toMatchObject({
    code: 'invalid-argument',
  })
})

test('without a registry there is nothing to let run', async () => {
  stubWorkerScope()
  const event = { waitUntil: () => undefined }
  expect(thrownBy(() => backgroundEvents().during(event))).toMatchObject({
    code: 'invalid-argument',
  })
})

test.each([0, 999, 240_001, Number.NaN, '20000'])('a budget of %s is refused', async budgetMs => {
  const refused = rejectionOf(
    Promise.resolve().then(() => backgroundEvents({ budgetMs } as BackgroundEventsOptions)),
  )
  expect(await refused).toMatchObject({ code: 'invalid-option', details: { option: 'budgetMs' } })
})
