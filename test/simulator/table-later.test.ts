/** The rows of the table of triggers in which a time or a place has to come first, in the simulator: each cell is a test. */
import { defineTask } from 'leasehold'
import { every } from 'leasehold/triggers'
import { expect, test } from 'vitest'
import { courses, createGate, eachSeed, runsOf, setScene } from './support.ts'
import { automatic, news, press, setTable } from './table.ts'

test('a slot not newer than the last | automatic: skipped, in the tab whose timer fires later', async () => {
  await eachSeed(async seed => {
    const { world, open } = setScene({ seed, triggers: [every(60_000)] })
    const a = await open('a')
    const b = await open('b')
    await world.pass(30_000)
    // Both have their timer for one slot; one of them looks at it when it has been served.
    world.freeze(b)
    await world.pass(60_000)
    world.thaw(b)
    await world.pass(30_000)
    const slots = runsOf(world).map(({ scheduledAt }) => scheduledAt)
    expect(new Set(slots).size).toBe(slots.length)
    const recent = world.record(courses)?.recent ?? []
    const served = recent.filter(({ reason }) => reason === 'slot-done')
    expect(served.every(({ decision, byUser }) => decision === 'skipped' && !byUser)).toBe(true)
    expect(served.length, world.trace()).toBeGreaterThan(0)
    expect(a.state()).toBe('live')
  })
})

const debounced = { task: () => ({ debounceMs: 2_000, maxWaitMs: 5_000 }) }

test('debounced task | automatic: deferred with its due time, each further one puts it off up to the longest wait, one run', async () => {
  await eachSeed(async seed => {
    const { world, a, b, told, calls, view } = await setTable({ seed, ...debounced })
    const since = world.clock.now()
    for (let edit = 0; edit < 5; edit++) {
      expect(await told(edit % 2 ? a : b, news)).toBe('deferred: debounce')
      expect(world.record(courses)?.deferred?.dueAt).toBe(
        Math.min(world.clock.now() + 2_000, since + 5_000),
      )
      await world.pass(900)
    }
    expect(calls()).toBe(0)
    for (const tab of [a, b])
      expect(view(tab)).toMatchObject({ status: 'deferred', reason: 'debounce' })
    await world.until('it runs', () => calls() === 1)
    expect(world.clock.now()).toBe(since + 5_000)
    await world.pass(60_000)
    expect([calls(), runsOf(world).length]).toEqual([1, 1])
  })
})

test('debounced task | automatic: started by the tab that is left, though the one that was asked is gone', async () => {
  await eachSeed(async seed => {
    const { world, a, told } = await setTable({ seed, ...debounced })
    expect(await told(a, news)).toBe('deferred: debounce')
    world.kill(a)
    await world.pass(3_000)
    expect(runsOf(world)).toMatchObject([{ status: 'succeeded', agent: 'b.1' }])
  })
})

test('debounced task | by the user: started at once, with what waits', async () => {
  await eachSeed(async seed => {
    const { world, a, b, told, calls } = await setTable({ seed, ...debounced })
    expect(await told(a, news)).toBe('deferred: debounce')
    await world.settle()
    expect(await told(b, press)).toBe('started')
    await world.pass(60_000)
    expect(calls()).toBe(1)
    const [row] = runsOf(world)
    expect(row?.triggers.map(({ source }) => source).sort()).toEqual(['change', 'manual'])
  })
})

const spaced = { task: () => ({ minIntervalMs: 10_000 }) }

test('within the minimum interval | automatic: skipped, counted from the later of last start and last success', async () => {
  await eachSeed(async seed => {
    const { world, a, b, told, finish, calls } = await setTable({ seed, ...spaced })
    // A run of eight seconds: its success is the later one.
    await finish(() => new Promise<void>(resolve => a.app.clock.setTimer(8_000, resolve)))
    await world.pass(9_000)
    for (const tab of [a, b]) expect(await told(tab, automatic)).toBe('skipped: min-interval')
    await world.pass(1_000)
    expect(calls()).toBe(1)
    expect(await told(b, automatic)).toBe('started')
  })
})

test('within the minimum interval | automatic: news is deferred to its end, and a slot is not kept away', async () => {
  await eachSeed(async seed => {
    const { world, b, told, finish, calls } = await setTable({ seed, ...spaced })
    await finish()
    const since = world.record(courses)?.lastSuccessAt ?? 0
    expect(await told(b, news)).toBe('deferred: min-interval')
    await world.until('it runs', () => calls() === 2)
    expect(world.clock.now()).toBe(since + 10_000)

    const scheduled = await setTable({
      seed,
      task: () => ({ minIntervalMs: 10_000, triggers: [every(4_000)] }),
    })
    await scheduled.world.pass(9_000)
    expect(scheduled.calls()).toBe(3)
  })
})

test('within the minimum interval | by the user: started', async () => {
  await eachSeed(async seed => {
    const { b, told, finish } = await setTable({ seed, ...spaced })
    await finish()
    expect(await told(b, automatic)).toBe('skipped: min-interval')
    expect(await told(b, press)).toBe('started')
  })
})

/** One place in each tab, taken by a run of another key in the first. */
async function full(seed: number) {
  const gate = createGate()
  const begun: string[] = []
  const scene = setScene({
    seed,
    registry: { maxConcurrent: 1 },
    tasks: app =>
      ['course_sync', 'third', 'other'].map(scope =>
        defineTask({
          scope,
          async run() {
            begun.push(`${scope} in ${app.agent}`)
            if (scope === 'other') await gate.opened
          },
        }),
      ),
  })
  const { world } = scene
  const a = await scene.open('a')
  await world.trigger(a, 'u1|other')
  await world.until('the place is taken', () => begun.length === 1)
  const ask = async (key: string, asked: typeof press) => {
    const trigger = await world.trigger(a, key, asked)
    await world.until('it is answered', () => trigger.answer !== null)
    return trigger.answer
  }
  return { ...scene, a, gate, begun, ask }
}

test('no capacity | automatic: deferred, and started when a place is free, or by another tab', async () => {
  await eachSeed(async seed => {
    const one = await full(seed)
    expect(await one.ask(courses, automatic)).toMatchObject({
      decision: 'deferred',
      reason: 'capacity',
      stored: true,
    })
    await one.world.pass(60_000)
    expect(one.begun).toEqual(['other in a'])
    one.gate.open()
    await one.world.until('it runs', () => one.begun.length === 2)
    expect(one.begun[1]).toBe('course_sync in a')

    const two = await full(seed)
    await two.ask(courses, automatic)
    await two.open('b')
    await two.world.until('it runs', () => two.begun.length === 2)
    expect(two.begun[1]).toBe('course_sync in b')
  })
})

test('no capacity | by the user: deferred, first in line', async () => {
  await eachSeed(async seed => {
    const { world, ask, gate, begun } = await full(seed)
    await ask('u1|third', automatic)
    expect(await ask(courses, press)).toMatchObject({ decision: 'deferred', reason: 'capacity' })
    gate.open()
    await world.until('both ran', () => begun.length === 3)
    expect(begun.slice(1)).toEqual(['course_sync in a', 'third in a'])
  })
})
