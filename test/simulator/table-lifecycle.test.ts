/** The rows of the table of endings in the simulator: stop, drain, close, cancel, pause. */
import type { DrainResult } from '../../src/registry/task-registry.ts'
import { expect, test } from 'vitest'
import { courses, createGate, eachSeed, runsOf } from './support.ts'
import { automatic, news, press, setTable, type TableRun } from './table.ts'

/** Longer than any lease. */
const long = 5 * 60_000

/** Two tabs, and a run of the first that goes on until the gate is opened. */
async function running(seed: number) {
  const gate = createGate()
  const table = await setTable({ seed })
  const first = await table.begin(() => gate.opened)
  return { ...table, gate, first, owner: () => table.world.record(courses)?.lease?.agent }
}

test('stop: nothing starts here, what is asked is recorded for others; the run is renewed and ends as ever', async () => {
  await eachSeed(async seed => {
    const { world, a, b, gate, first, owner, ask, told } = await running(seed)
    await world.act(a, 'stop', registry => registry.stop())
    await world.act(a, 'stop again', registry => registry.stop())
    await world.pass(long)
    expect(owner()).toBe('a.1')
    gate.open()
    await world.until('it has ended', () => first.outcome !== null)
    expect(runsOf(world)).toMatchObject([{ status: 'succeeded', takeovers: 0, agent: 'a.1' }])
    // A press in the tab that has stopped is another one's work.
    world.freeze(b)
    expect(await told(a, press)).toBe('deferred: agent-stopped')
    await world.pass(long)
    expect(runsOf(world)).toHaveLength(1)
    world.thaw(b)
    await world.until('it ran', () => runsOf(world).length === 2)
    expect(runsOf(world)[1]).toMatchObject({ agent: 'b.1', status: 'succeeded' })
    expect((await ask(b, automatic)).answer?.decision).toBe('started')
  })
})

test('drain: the run is awaited; after a time-out it goes on and is renewed, and a second drain sees its end', async () => {
  await eachSeed(async seed => {
    const { world, a, gate, first, owner, told } = await running(seed)
    const timed = await world.act(a, 'drain', registry => registry.drain({ timeoutMs: 2_000 }))
    await world.pass(1_999)
    expect(timed.value).toBeUndefined()
    await world.pass(1)
    await world.settle()
    const runs = [first.answer?.runId]
    const still: Partial<DrainResult> = { completed: false, running: 1, timedOut: true }
    expect(timed.value).toMatchObject({ ...still, aborted: false, runs })
    await world.pass(long)
    expect(owner()).toBe('a.1')
    expect(await told(a, automatic)).toBe('joined')
    const second = await world.act(a, 'drain again', registry => registry.drain())
    gate.open()
    await world.until('it is drained', () => second.value !== undefined)
    expect(second.value).toMatchObject({ completed: true, running: 0, timedOut: false, failed: 0 })
    expect(await told(a, press)).toBe('deferred: agent-stopped')
  })
})

test('drain: the signal ends the wait as well; with one that has aborted, or nothing running here, it answers at once', async () => {
  await eachSeed(async seed => {
    const { world, a, b, gate, first } = await running(seed)
    const leaving = new AbortController()
    const now = world.clock.now()
    const asked = [
      await world.act(a, 'drain', registry =>
        registry.drain({ timeoutMs: 9_000, signal: leaving.signal }),
      ),
      await world.act(a, 'drain', registry => registry.drain({ signal: AbortSignal.abort() })),
      await world.act(b, 'drain', registry => registry.drain()),
    ]
    await world.settle()
    expect(asked.map(({ value }) => value?.aborted)).toEqual([undefined, true, false])
    expect(asked[2]?.value).toMatchObject({ completed: true, running: 0, runs: [] })
    leaving.abort()
    await world.settle()
    expect(asked[0]?.value).toMatchObject({ completed: false, aborted: true, timedOut: false })
    expect(world.clock.now()).toBe(now)
    gate.open()
    await world.until('it has ended', () => first.outcome !== null)
  })
})

test('drain: then cancel works', async () => {
  await eachSeed(async seed => {
    const { world, a, b, gate, first } = await running(seed)
    const drained = await world.act(a, 'drain', registry => registry.drain())
    await world.act(b, 'cancel', registry => registry.cancel(courses))
    gate.open()
    await world.until('it is drained', () => drained.value !== undefined)
    expect(drained.value).toMatchObject({ completed: true, cancelled: 1 })
    await world.until('it is told', () => first.outcome !== null)
    expect(first.outcome?.status).toBe('cancelled')
  })
})

test('close: on a time-out it rejects with the runs that are left and stays open; drained, it closes', async () => {
  await eachSeed(async seed => {
    const { world, a, gate, first, owner, told } = await running(seed)
    const tooEarly = await world.act(a, 'close', registry => registry.close({ timeoutMs: 1_000 }))
    await world.pass(1_000)
    await world.settle()
    expect(tooEarly.error).toMatchObject({ details: { runs: [first.answer?.runId] } })
    await world.pass(long)
    expect(owner()).toBe('a.1')
    expect(await told(a, automatic)).toBe('joined')
    const closed = await world.act(a, 'close again', registry => registry.close())
    gate.open()
    await world.until('it is closed', () => closed.value !== undefined)
    expect(closed.value).toEqual([])
    expect(runsOf(world)).toMatchObject([{ status: 'succeeded', takeovers: 0 }])
    // Its lock stays warm for a second.
    await world.pass(2_000)
    expect(a.timers()).toBe(0)
    const late = await world.trigger(a, courses)
    await world.settle()
    expect(late.error).toMatchObject({ code: 'closed' })
  })
})

test('close by force: a stage that returns commits a last time and is released; another tab goes on there at once', async () => {
  await eachSeed(async seed => {
    const cursors: (number | undefined)[] = []
    const reasons: unknown[] = []
    const { world, a, begin, does } = await setTable({ seed })
    const first = await begin(async run => {
      await run.commit(1)
      await new Promise<void>(resolve => run.signal.addEventListener('abort', () => resolve()))
      reasons.push(run.signal.reason)
      await run.commit(2)
    })
    does(run => void cursors.push(run.cursor))
    const now = world.clock.now()
    const closed = await world.act(a, 'close', registry => registry.close({ force: true }))
    await world.until('it is closed', () => closed.value !== undefined)
    await world.until('it has ended', () => runsOf(world).length === 1)
    expect(closed.value).toEqual([])
    expect(reasons).toMatchObject([{ reason: 'closing' }])
    expect(cursors).toEqual([2])
    expect(world.clock.now() - now).toBeLessThan(1_000)
    expect(runsOf(world)).toMatchObject([
      { runId: first.answer?.runId, status: 'succeeded', agent: 'b.1', attempts: 1, takeovers: 0 },
    ])
  })
})

test('close by force: never released under a live stage; it names the run, whose lease is left to expire', async () => {
  await eachSeed(async seed => {
    const { world, a, does, gate, first, owner, calls } = await running(seed)
    does(() => undefined)
    const closed = await world.act(a, 'close', registry => registry.close({ force: true }))
    await world.until('it is closed', () => closed.value !== undefined)
    expect(closed.value).toEqual([first.answer?.runId])
    await world.settle()
    expect([owner(), calls()]).toEqual(['a.1', 1])
    const expiresAt = world.record(courses)?.lease?.expiresAt ?? 0
    await world.until('another one goes on', () => calls() === 2)
    expect(world.clock.now()).toBeGreaterThanOrEqual(expiresAt)
    gate.open()
    await world.until('it has ended', () => runsOf(world).length === 1)
    expect(runsOf(world)).toMatchObject([{ status: 'succeeded', agent: 'b.1', takeovers: 1 }])
  })
})

test('cancel: from any tab; no commit of the run lands from the request on, and what was buffered before it is dropped', async () => {
  await eachSeed(async seed => {
    const gate = createGate()
    const refused: unknown[] = []
    const { world, b, begin, does, told, ask, calls } = await setTable({ seed })
    const first = await begin(async (run: TableRun) => {
      await run.commit(1)
      await gate.opened
      await run.commit(2).catch((error: unknown) => refused.push(error))
    })
    does(() => undefined)
    const before = await ask(b, { ...news, payload: 1 })
    expect(before.answer?.decision).toBe('buffered')
    const another = await world.act(b, 'cancel another run', registry =>
      registry.cancel(courses, { runId: 'another' }),
    )
    await world.settle()
    expect(another.value).toMatchObject({ cancelled: false })
    // Nobody tells the owner: it is its commit that is refused.
    world.setLoss(1)
    const cancel = await world.act(b, 'cancel', registry =>
      registry.cancel(courses, { runId: first.answer?.runId ?? '' }),
    )
    await world.until('it is answered', () => cancel.value !== undefined)
    expect(cancel.value).toMatchObject({ cancelled: true })
    expect(await told(b, press)).toBe('buffered: cancelling')
    gate.open()
    await world.until('it is refused', () => refused.length === 1)
    world.setLoss(0)
    await world.pass(60_000)
    expect(refused).toMatchObject([{ reason: 'cancelled' }])
    expect(first.outcome?.status).toBe('cancelled')
    expect(before.outcome?.status).toBe('cancelled')
    // The press came after it.
    expect(runsOf(world).map(({ status, payload }) => [status, payload])).toEqual([
      ['cancelled', null],
      ['succeeded', null],
    ])
    expect(calls()).toBe(2)
  })
})

test('cancel: a run that waits is cancelled at once; a settle that landed first wins', async () => {
  await eachSeed(async seed => {
    const { world, b, finish } = await setTable({ seed })
    const waiting = await finish(() => {
      throw new Error('the server answered 500')
    })
    expect(waiting.outcome?.status).toBe('waiting')
    const now = world.clock.now()
    const cancel = await world.act(b, 'cancel', registry => registry.cancel(courses))
    await world.until('it is answered', () => cancel.value !== undefined && !world.isBusy())
    expect(cancel.value).toMatchObject({ cancelled: true })
    expect(world.clock.now()).toBe(now)
    await finish()
    const late = await world.act(b, 'cancel', registry => registry.cancel(courses))
    await world.settle()
    expect(late.value).toEqual({ cancelled: false, reason: 'not-running' })
    expect(runsOf(world).map(({ status }) => status)).toEqual(['cancelled', 'succeeded'])
  })
})

test('pause, resume: what runs is untouched, what is asked is deferred, one is kept; stored, so that a new tab sees it', async () => {
  await eachSeed(async seed => {
    const { world, a, b, gate, first, open, ask, told, view, calls } = await running(seed)
    await world.act(b, 'pause', registry => registry.pause(courses))
    await world.pass(long)
    expect(await told(b, automatic)).toBe('joined')
    expect(await told(b, { ...news, payload: 1 })).toBe('buffered: news')
    gate.open()
    await world.until('it has ended', () => first.outcome !== null)
    expect(first.outcome?.status).toBe('succeeded')
    for (const tab of [a, b]) expect(await told(tab, press)).toBe('deferred: paused')
    const fresh = await open('c')
    world.watch(fresh, courses)
    await world.pass(long)
    for (const tab of [a, b, fresh]) expect(view(tab).status).toBe('paused')
    expect((await ask(fresh, automatic)).answer).toMatchObject({ reason: 'paused' })
    expect(calls()).toBe(1)
    await world.act(fresh, 'resume', registry => registry.resume(courses))
    await world.pass(60_000)
    for (const tab of [a, b, fresh]) expect(view(tab).status).toBe('idle')
    // All that waited, the follow-up too, in one run.
    expect(runsOf(world).map(({ payload }) => payload)).toEqual([null, 1])
  })
})
