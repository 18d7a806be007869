/** Cases in which the wall clock jumps. */
import { expect, test } from 'vitest'
import { every } from 'leasehold/triggers'
import { courses, createGate, eachSeed, runsOf, setScene, waitingTask } from './support.ts'

const hour = 60 * 60_000
const year = 365 * 24 * hour

test.each([
  ['back', -hour],
  ['forward', hour],
] as const)(
  'C16 the wall clock jumps an hour %s during a run: no second effect, no eternal lease, no eternal spinner',
  async (_way, jump) => {
    await eachSeed(async seed => {
      const { world, sync, open } = setScene({ seed })
      sync.rows = 9
      sync.addEdit('u1')
      const a = await open('a')
      await open('b')
      const trigger = await world.trigger(a, courses)
      await world.until('a page is in', () => world.record(courses)?.run?.checkpoint.cursor === 2)
      world.jumpClock(jump)
      await world.pass(60_000)
      // An hour without a renewal looks like an hour of sleep: that attempt is given up, and repeated.
      expect(['succeeded', 'waiting']).toContain(trigger.outcome?.status)
      expect(runsOf(world)).toMatchObject([{ status: 'succeeded', takeovers: 0 }])
      expect([...sync.applied.values()]).toEqual([1])
      expect(world.record(courses)?.lease).toBeNull()
      for (const agent of world.agents())
        expect(agent.registry.snapshot(courses).status).toBe('idle')
    })
  },
)

test.each([
  ['back', -hour],
  ['forward', hour],
] as const)(
  'C16 the clock jumps an hour %s and then the owner dies: it is replaced within two ttls',
  async (_way, jump) => {
    await eachSeed(async seed => {
      const gate = createGate()
      const { world, open } = setScene({
        seed,
        locks: false,
        tasks: () => [waitingTask(() => gate)],
      })
      const a = await open('a')
      await open('b')
      await world.trigger(a, courses)
      await world.pass(1_000)
      world.jumpClock(jump)
      world.kill(a)
      const left = world.clock.monotonic()
      await world.until('b goes on', () => world.record(courses)?.run?.takeovers === 1)
      // The look at the end of the first ttl finds the jump, and begins the watch anew.
      expect(world.clock.monotonic() - left).toBeLessThan(125_000)
      gate.open()
      await world.pass(1_000)
    })
  },
)

test('C16a the clock was a year ahead and is set right: schedules, intervals, retries and history work at once', async () => {
  await eachSeed(async seed => {
    const { world, sync, open } = setScene({ seed, triggers: [every(hour)] })
    world.jumpClock(year)
    const a = await open('a')
    await world.pass(1_000)
    expect(runsOf(world)).toHaveLength(1)
    sync.trouble = 500
    const failed = await world.trigger(a, courses)
    await world.until('it waits', () => failed.outcome?.status === 'waiting')

    sync.trouble = 'none'
    world.jumpClock(-year)
    const before = world.clock.now()
    await world.pass(60_000)
    // The retry, and the schedule that began anew, are of the time that it is.
    const [, retried] = runsOf(world)
    expect(retried?.status).toBe('succeeded')
    expect(retried?.endedAt).toBeGreaterThanOrEqual(before)
    expect(retried?.endedAt).toBeLessThan(before + 120_000)
    const told = [
      ...runsOf(world).flatMap(row => row.triggers),
      ...(world.record(courses)?.recent ?? []),
    ]
    expect(told.filter(note => note.reason === 'clock-set-back').length).toBeGreaterThan(0)

    const ran = runsOf(world).length
    await world.pass(3 * hour)
    expect(runsOf(world).length - ran).toBeGreaterThanOrEqual(2)
    expect(runsOf(world).length - ran).toBeLessThanOrEqual(4)
    const slots = Object.values(world.record(courses)?.slots ?? {})
    expect(slots.every(slot => slot.lastSlot <= world.clock.now())).toBe(true)
  })
})
