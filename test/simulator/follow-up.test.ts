/** Cases in which a trigger comes while the key runs, is cancelled, or has just ended. */
import { type AnyTask, defineTask, type TaskView } from 'leasehold'
import type { AgentApp, SimTrigger } from 'leasehold/testing'
import { expect, test } from 'vitest'
import {
  courses,
  createGate,
  decisionsOf,
  eachSeed,
  type Gate,
  runsOf,
  setScene,
  waitingTask,
} from './support.ts'
import { push, reportSync, type SyncWorld } from './sync-app.ts'

const news = { source: 'change', brings: 'news' } as const

/** Pushes what is in the outbox when its last stage begins, once the gate is open. */
function gatedSync(gate: Gate, app: AgentApp, sync: SyncWorld): AnyTask {
  return defineTask({
    scope: 'course_sync',
    stages: stage => ({
      pulling: stage(() => undefined),
      pushing: stage(async run => {
        const pending = [...sync.outbox]
        await gate.opened
        for (const edit of pending) await push(sync, app, run, edit)
      }),
    }),
  })
}

test('C05 five changes during a sealed push make one follow-up with the latest payload and all sources', async () => {
  await eachSeed(async seed => {
    const gate = createGate()
    const { world, sync, open } = setScene({
      seed,
      tasks: (app, world) => [gatedSync(gate, app, world)],
    })
    const a = await open('a')
    const b = await open('b')
    sync.addEdit('u1')
    await world.trigger(a, courses)
    await world.until('it pushes', () => world.witness.calls.length === 2)
    const triggers: SimTrigger[] = []
    for (let change = 1; change <= 5; change++) {
      expect(world.record(courses)?.run?.checkpoint.sealed).toBe(true)
      sync.addEdit('u1')
      const options = { brings: 'news', source: `change ${change}`, payload: change } as const
      triggers.push(await world.trigger(change % 2 === 0 ? a : b, courses, options))
      // Each is decided before the next is asked.
      await world.until('it is answered', () => triggers.at(-1)?.answer != null)
    }
    expect(decisionsOf(triggers)).toEqual(Array(5).fill('buffered'))
    expect(triggers.map(trigger => trigger.answer?.reason)).toEqual(Array(5).fill('sealed'))
    gate.open()
    await world.until('all are told', () => triggers.every(trigger => trigger.outcome !== null))
    const [, followUp, ...more] = runsOf(world)
    expect(more).toEqual([])
    expect(followUp?.payload).toBe(5)
    expect(followUp?.triggers.map(note => note.source).sort()).toEqual(
      [1, 2, 3, 4, 5].map(change => `change ${change}`),
    )
    expect([...sync.applied.values()]).toEqual(Array(6).fill(1))
  })
})

test('C06 C09a a change made at any moment of a run is pushed by that run or by a follow-up', async () => {
  for (let after = 0; after < 40; after++) {
    const { world, sync, open } = setScene({ seed: after })
    const a = await open('a')
    const b = await open('b')
    sync.addEdit('u1')
    await world.trigger(a, courses, { source: 'manual' })
    for (let step = 0; step < after; step++) await world.step()
    const edit = sync.addEdit('u1')
    const change = await world.trigger(after % 2 === 0 ? a : b, courses, news)
    await world.pass(15_000)
    expect(change.answer, world.trace()).not.toBeNull()
    expect(sync.applied.get(edit.id), `after ${after} events\n${world.trace()}`).toBe(1)
    expect(runsOf(world).length).toBeLessThanOrEqual(2)
  }
})

test('C09a a trigger with another payload than the run has is never swallowed', async () => {
  await eachSeed(async seed => {
    const { world, open } = setScene({ seed, tasks: app => [reportSync(app)] })
    const key = 'u1|report_sync'
    const a = await open('a')
    const b = await open('b')
    await world.trigger(a, key, { payload: 'one' })
    await world.until('it runs', () => world.record(key)?.lease != null)
    const same = await world.trigger(b, key, { payload: 'one' })
    const other = await world.trigger(b, key, { payload: 'two', brings: 'nothing' })
    await world.until('both are told', () => same.outcome !== null && other.outcome !== null)
    expect(runsOf(world, key).map(row => row.payload)).toEqual(['one', 'two'])
    expect(other.outcome).toMatchObject({
      status: 'succeeded',
      runId: runsOf(world, key)[1]?.runId,
    })
  })
})

test('C09b a stage that ignores its abort: never two stage functions of one key in one tab', async () => {
  await eachSeed(async seed => {
    const gates = [createGate(), createGate()]
    let called = 0
    const { world, open } = setScene({
      seed,
      tasks: () => [waitingTask(() => gates[called++] ?? createGate())],
    })
    const a = await open('a')
    await world.trigger(a, courses)
    await world.until('it is called', () => called === 1)
    await world.act(a, 'cancel', registry => registry.cancel(courses))
    await world.pass(1_000)
    const again = await world.trigger(a, courses)
    await world.pass(30_000)
    // The old function has not returned: nothing of the key starts in this tab.
    expect(called).toBe(1)
    expect(runsOf(world)[0]?.status).toBe('cancelled')
    gates[0]?.open()
    await world.pass(35_000)
    expect(called).toBe(2)
    gates[1]?.open()
    await world.pass(1_000)
    expect(again.outcome).toMatchObject({ status: 'succeeded' })
  })
})

test('C09b another tab goes on with what a stuck tab cannot start', async () => {
  const gate = createGate()
  const called: string[] = []
  const { world, open } = setScene({
    tasks: app => [
      defineTask({
        scope: 'course_sync',
        run() {
          called.push(app.agent)
          return called.length === 1 ? gate.opened : undefined
        },
      }),
    ],
  })
  const a = await open('a')
  await open('b')
  await world.trigger(a, courses)
  await world.until('it is called', () => called.length === 1)
  await world.act(a, 'cancel', registry => registry.cancel(courses))
  await world.settle()
  const again = await world.trigger(a, courses)
  await world.pass(60_000)
  expect(called).toEqual(['a', 'b'])
  expect(again.outcome?.status).toBe('succeeded')
})

test('C53 cancel of something finished or unknown says so', async () => {
  const { world, open } = setScene()
  const a = await open('a')
  const idle = await world.act(a, 'cancel', registry => registry.cancel(courses))
  await world.settle()
  expect(idle.value).toEqual({ cancelled: false, reason: 'not-running' })
  const trigger = await world.trigger(a, courses)
  await world.until('it runs', () => trigger.answer !== null)
  const other = await world.act(a, 'cancel', registry =>
    registry.cancel(courses, { runId: 'nobody' }),
  )
  await world.until('it is told', () => trigger.outcome !== null)
  expect(other.value).toEqual({ cancelled: false, reason: 'other-run' })
  const late = await world.act(a, 'cancel', registry =>
    registry.cancel(courses, { runId: trigger.answer?.runId ?? '' }),
  )
  await world.settle()
  expect(late.value).toEqual({ cancelled: false, reason: 'not-running' })
})

test('C53 cancel from another tab, at any moment, ends in exactly one terminal state', async () => {
  const ends = new Set<string>()
  for (let after = 0; after < 40; after++) {
    const { world, sync, open } = setScene({ seed: 100 + after })
    const a = await open('a')
    const b = await open('b')
    sync.addEdit('u1')
    const trigger = await world.trigger(a, courses)
    for (let step = 0; step < after; step++) await world.step()
    const views: TaskView['status'][] = []
    await world.act(
      b,
      'watch',
      registry => void registry.watch(courses).subscribe(view => views.push(view.status)),
    )
    const cancel = await world.act(b, 'cancel', registry => registry.cancel(courses))
    await world.pass(20_000)
    const rows = runsOf(world)
    expect(rows, world.trace()).toHaveLength(1)
    expect(trigger.outcome?.status).toBe(rows[0]?.status)
    if (cancel.value?.cancelled) expect(rows[0]?.status).toBe('cancelled')
    expect(views.at(-1)).toBe('idle')
    ends.add(rows[0]?.status ?? '')
  }
  expect([...ends].sort()).toEqual(['cancelled', 'succeeded'])
})

test('C09b a tab that froze while it acquired a key twice: never two stage functions of it at once', async () => {
  for (let seed = 1; seed < 80; seed++) {
    const { world, open } = setScene({ seed })
    const a = await open('a')
    const b = await open('b')
    await world.trigger(a, courses)
    await world.trigger(a, courses, { source: 'widget' })
    await world.until('the first got it', () => world.record(courses)?.lease != null)
    world.freeze(a)
    // Nobody was told that it is held; who asks goes on with it.
    await world.trigger(b, courses)
    await world.pass(5 * 60_000)
    world.thaw(a)
    await world.pass(5 * 60_000)
    expect(world.record(courses)?.lease).toBeNull()
  }
})
