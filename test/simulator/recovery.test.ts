/** Cases in which an owner dies, freezes or sleeps, and its run goes on. */
import { defineTask } from 'leasehold'
import { expect, test } from 'vitest'
import { courses, createGate, eachSeed, runsOf, setScene, waitingTask } from './support.ts'

test('C10 the tab of the owner crashes: the next goes on at once, at the checkpoint, by one takeover', async () => {
  await eachSeed(async seed => {
    const { world, sync, open } = setScene({ seed })
    sync.rows = 9
    const a = await open('a')
    for (const name of ['b', 'c', 'd']) await open(name)
    await world.trigger(a, courses)
    await world.until(
      'two pages are committed',
      () => world.record(courses)?.run?.checkpoint.cursor === 4,
    )
    const before = sync.log.length
    const killedAt = world.clock.monotonic()
    world.kill(a)
    await world.until('somebody goes on', () => world.record(courses)?.run?.takeovers === 1)
    await world.until('a page is pulled', () => sync.log.length > before + 1)
    expect(world.clock.monotonic() - killedAt).toBeLessThan(100)
    await world.pass(10_000)
    const [row, ...more] = runsOf(world)
    expect(more).toEqual([])
    expect(row).toMatchObject({ status: 'succeeded', takeovers: 1, recovery: 'resume' })
    const pulled = sync.log.flatMap(entry => (entry.cursor === undefined ? [] : [entry.cursor]))
    expect(pulled.filter(cursor => cursor < 4)).toEqual([0, 2])
  })
})

test('C11 a frozen owner that keeps its lock is taken over after the ttl; thawed, its commit is refused', async () => {
  await eachSeed(async seed => {
    const { world, sync, open } = setScene({ seed })
    sync.rows = 5
    sync.addEdit('u1')
    const a = await open('a')
    await open('b')
    const trigger = await world.trigger(a, courses)
    await world.until(
      'a page is committed',
      () => world.record(courses)?.run?.checkpoint.cursor === 2,
    )
    const expiresAt = world.record(courses)?.lease?.expiresAt ?? 0
    world.freeze(a)
    await world.until('b has taken over', () => world.record(courses)?.run?.takeovers === 1)
    expect(world.clock.now()).toBeGreaterThanOrEqual(expiresAt)
    expect(world.clock.now() - expiresAt).toBeLessThanOrEqual(2_000)
    const version = world.record(courses)?.version ?? 0
    world.thaw(a)
    await world.pass(10_000)
    // All writes after the takeover are b's; a is told what b's run came to.
    expect(world.record(courses)?.version).toBeGreaterThan(version)
    expect(runsOf(world)).toHaveLength(1)
    expect(trigger.outcome).toMatchObject({ status: 'succeeded', runId: runsOf(world)[0]?.runId })
    expect([...sync.applied.values()]).toEqual([1])
  })
})

test('C13 the device sleeps and all tabs wake at once: a healthy owner is not robbed', async () => {
  await eachSeed(async seed => {
    const gate = createGate()
    const { world, open } = setScene({ seed, tasks: () => [waitingTask(() => gate)] })
    const tabs = [await open('a'), await open('b'), await open('c')]
    const [a] = tabs
    if (!a) throw new TypeError('a is there')
    const trigger = await world.trigger(a, courses)
    await world.pass(20_000)
    for (const tab of tabs) world.freeze(tab)
    world.clock.advance(5 * 60_000)
    for (const tab of tabs) world.thaw(tab)
    await world.pass(30_000)
    expect(world.record(courses)?.run?.takeovers).toBe(0)
    gate.open()
    await world.pass(5_000)
    expect(trigger.outcome?.status).toBe('succeeded')
  })
})

test.each([
  ['a reload without a word', 'kill'],
  ['a reload that says goodbye', 'leave'],
] as const)(
  'C16b %s, three times during a long first stage, does not poison it',
  async (_, how) => {
    await eachSeed(async seed => {
      const gate = createGate()
      const { world } = await dieInARow(seed, gate, 3, how)
      gate.open()
      await world.pass(1_000)
      expect(runsOf(world)).toMatchObject([{ status: 'succeeded', takeovers: 3 }])
    })
  },
)

test.each(['stands-still', 'goes-on'] as const)(
  'C13 the device sleeps for hours, the monotonic clock %s: the owner gives up by itself, nobody robs it',
  async monotonic => {
    await eachSeed(async seed => {
      let calls = 0
      const { world, open } = setScene({
        seed,
        monotonic,
        tasks: () => [
          defineTask({
            scope: 'course_sync',
            run: ({ signal }) => (++calls === 1 ? rejectWhenAborted(signal) : undefined),
          }),
        ],
      })
      const a = await open('a')
      for (const name of ['b', 'c']) await open(name)
      const trigger = await world.trigger(a, courses)
      await world.pass(20_000)
      world.sleep(3 * 60 * 60_000)
      for (const agent of world.agents()) world.signal(agent, 'resume')
      await world.pass(60_000)
      expect(trigger.outcome).toMatchObject({ status: 'waiting', runId: trigger.answer?.runId })
      expect(calls).toBe(2)
      expect(runsOf(world)).toMatchObject([{ status: 'succeeded', takeovers: 0, attempts: 2 }])
    })
  },
)

test('C17 after a reload the spinner tells the truth', async () => {
  await eachSeed(async seed => {
    const gate = createGate()
    const { world, open } = setScene({ seed, tasks: () => [waitingTask(() => gate)] })
    const a = await open('a')
    const b = await open('b')
    await world.trigger(a, courses)
    await world.pass(1_000)
    world.kill(b)
    const b2 = await world.spawn('b')
    const views: string[] = []
    await world.act(
      b2,
      'watch',
      registry =>
        void registry
          .watch(courses)
          .subscribe(view => views.push(`${view.status} ${view.running?.owner.here ?? ''}`)),
    )
    await world.pass(1_000)
    expect(views.at(-1)).toBe('running false')
    world.kill(a)
    await world.pass(1_000)
    expect(views.at(-1)).toBe('running true')
    gate.open()
    await world.pass(1_000)
    expect(views.at(-1)).toBe('idle ')
    expect(new Set(views.map(view => view.split(' ')[0]))).toEqual(
      new Set(['loading', 'running', 'idle']),
    )
  })
})

test('C23 taken over four times without progress it is poisoned; a press runs it again', async () => {
  await eachSeed(async seed => {
    const gate = createGate()
    const { world, tab } = await dieInARow(seed, gate, 4)
    expect(runsOf(world)).toMatchObject([{ status: 'failed', cause: 'poisoned' }])
    const later = await world.trigger(tab, courses, { source: 'schedule', brings: 'nothing' })
    await world.settle()
    expect(later.answer).toMatchObject({ decision: 'skipped', reason: 'failed' })
    gate.open()
    const press = await world.trigger(tab, courses)
    await world.pass(1_000)
    expect(press.outcome?.status).toBe('succeeded')
  })
})

test('C12 a hidden owner that answers only once a minute keeps its lease', async () => {
  await eachSeed(async seed => {
    const gate = createGate()
    const { world, open } = setScene({ seed, tasks: () => [waitingTask(() => gate)] })
    const a = await open('a')
    await open('b')
    world.setVisible(a, false)
    await world.settle()
    await world.trigger(a, courses)
    await world.pass(100)
    for (let minute = 0; minute < 5; minute++) {
      world.freeze(a)
      await world.pass(60_000)
      world.thaw(a)
      await world.settle()
    }
    gate.open()
    await world.pass(1_000)
    expect(runsOf(world)).toMatchObject([{ status: 'succeeded', takeovers: 0 }])
  })
})

test('C12 a hidden owner whose timers fire once a minute keeps its lease', async () => {
  await eachSeed(async seed => {
    const gate = createGate()
    const { world, open } = setScene({
      seed,
      tasks: () => [waitingTask(() => gate)],
      registry: { lease: { ttlMs: 30_000 } },
    })
    const a = await open('a')
    await open('b')
    await world.trigger(a, courses)
    await world.pass(100)
    world.throttle(a)
    await world.pass(9 * 60_000)
    expect(world.record(courses)?.lease?.agent).toBe('a.1')
    gate.open()
    await world.pass(1_000)
    expect(runsOf(world)).toMatchObject([{ status: 'succeeded', takeovers: 0 }])
  })
})

test('a cancel whose owner is gone is finished by whoever takes over', async () => {
  const gate = createGate()
  const { world, open } = setScene({ tasks: () => [waitingTask(() => gate)] })
  const a = await open('a')
  const b = await open('b')
  const trigger = await world.trigger(a, courses)
  await world.pass(1_000)
  world.freeze(a)
  const cancel = await world.act(b, 'cancel', registry => registry.cancel(courses))
  await world.settle()
  expect(cancel.value).toMatchObject({ cancelled: true, requested: true })
  world.kill(a)
  await world.pass(1_000)
  expect(runsOf(world)).toMatchObject([{ status: 'cancelled', runId: trigger.answer?.runId }])
})

test('a stage without locks and without channel is taken over later, but as safely', async () => {
  const calls: string[] = []
  const { world, open } = setScene({
    locks: false,
    channel: false,
    tasks: app => [
      defineTask({
        scope: 'course_sync',
        run: () => {
          calls.push(app.agent)
          return calls.length === 1 ? createGate().opened : undefined
        },
      }),
    ],
  })
  const a = await open('a')
  await world.trigger(a, courses)
  await world.pass(1_000)
  await open('b')
  world.kill(a)
  await world.pass(120_000)
  expect(calls).toEqual(['a', 'b'])
  expect(runsOf(world)).toMatchObject([{ status: 'succeeded', takeovers: 1 }])
})

/** A tab starts the run, and dies `times` in a row before its stage moved; each time it is opened again. */
async function dieInARow(
  seed: number,
  gate: ReturnType<typeof createGate>,
  times: number,
  how: 'kill' | 'leave' = 'kill',
) {
  const { world, open } = setScene({ seed, tasks: () => [waitingTask(() => gate)] })
  let tab = await open('a')
  await world.trigger(tab, courses)
  await world.pass(1_000)
  for (let death = 0; death < times; death++) {
    world[how](tab)
    tab = await open('a')
    await world.pass(1_000)
  }
  return { world, tab }
}

function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
}
