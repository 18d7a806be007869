/** Schedules over a thousand days of two tabs, and after a week without network. */
import { type AnyTask, defineTask } from 'leasehold'
import { cron } from 'leasehold/cron'
import { type AgentApp, type SimAgent, seededRandom, type World } from 'leasehold/testing'
import { every, type Missed } from 'leasehold/triggers'
import { expect, test } from 'vitest'
import { drawDays, type SimDay } from './schedule-days.ts'
import { createDiary } from './schedule-diary.ts'
import { runsOf, setScene } from './support.ts'
import { courseSync, messageSync, type SyncWorld } from './sync-app.ts'

const second = 1_000
const minute = 60 * second
const day = 24 * 60 * minute

/** 30 hours from the arming, and 02:30 of every day. */
function scheduledTasks(missed: Missed): (app: AgentApp) => readonly AnyTask[] {
  const counted = every(30 * 60 * minute, { missed })
  const pinned = cron('30 2 * * *', { timeZone: 'UTC', missed })
  return app => {
    const run = (): Promise<void> => app.database('works', () => undefined)
    return [
      defineTask({ scope: 'counted', triggers: [counted], run }),
      defineTask({ scope: 'pinned', triggers: [pinned], run }),
    ]
  }
}

/** The tab that is awake first has a second: then the other one's timer fires for the same slot. */
async function liveADay(
  world: World,
  today: SimDay,
  tabs: readonly [SimAgent, SimAgent],
  nextSlotAt: () => number,
): Promise<number> {
  const [first, other] = tabs
  world.freeze(other)
  world.sleep(today.asleepMs)
  if (today.jumpMs !== 0) world.jumpClock(today.jumpMs)
  const untilNext = nextSlotAt() - world.clock.now()
  if (today.wakes === 'before-a-slot') world.sleep(Math.max(0, untilNext - 5 * second))
  const wokeAt = world.clock.now()
  const decided = (): string =>
    ['u1|counted', 'u1|pinned'].map(key => world.record(key)?.version).join()
  const [before, giveUpAt] = [decided(), world.clock.monotonic() + 2 * minute]
  await world.until('it has looked', () => {
    return decided() !== before || world.clock.monotonic() >= giveUpAt
  })
  if (today.reloads === 'killed') world.kill(first)
  else await world.pass(second)
  world.thaw(other)
  await world.pass(3 * minute)
  return wokeAt
}

test.each<Missed>(['latest', 'skip', 'all'])(
  'two tabs, timers a second apart, a thousand days of sleep, clock changes and reloads, missed %s: one run per slot, lastSlot never falls but by a recorded clock, each due slot has its run or a reason',
  async missed => {
    const { world, open } = setScene({
      seed: 7,
      loss: 0.2,
      tasks: scheduledTasks(missed),
    })
    const days = drawDays(seededRandom(7))
    const diary = createDiary(world, missed)
    let tabs: [SimAgent, SimAgent] = [await open('a'), await open('b')]
    await world.pass(minute)
    for (let count = 0; count < 1_000; count++) {
      const today = days.next().value
      const wokeAt = await liveADay(world, today, tabs, diary.nextSlotAt)
      diary.checkDay(wokeAt)
      const reloads = (tab: 'first' | 'second'): boolean => [tab, 'both'].includes(today.reloads)
      const [first, other] = tabs
      if (reloads('first')) world.leave(first)
      if (reloads('second')) world.leave(other)
      tabs = [
        other.state() === 'live' ? other : await open('b'),
        first.state() === 'live' ? first : await open('a'),
      ]
    }
    diary.checkYears()
  },
)

/** A world in which both tasks have a schedule, and edits are made while nobody can push them. */
function weekOffline(missed: Missed, seed: number) {
  const hourly = every(60 * minute, { missed })
  const nightly = cron('30 2 * * *', { timeZone: 'Europe/Berlin', missed })
  const scene = setScene({
    seed,
    tasks: (app: AgentApp, sync: SyncWorld) => [
      courseSync(sync, app, [hourly]),
      defineTask({ ...reportOf(app), triggers: [nightly] }),
      messageSync(sync, app),
    ],
  })
  return { ...scene, hourly, nightly }
}

function reportOf(app: AgentApp) {
  return {
    scope: 'report',
    run: async (): Promise<void> => {
      const { status } = await app.fetch({ path: '/pull', body: { cursor: 0 } })
      if (status !== 200) throw new Error(`the server answered ${status}`)
    },
  }
}

test('offline for a week, then online: one catch-up run per key, and every pending edit is pushed once', async () => {
  for (const seed of [1, 2, 3]) {
    const { world, sync, open } = weekOffline('latest', seed)
    const tabs = [await open('a'), await open('b')]
    await world.pass(minute)
    expect(runsOf(world)).toHaveLength(1)
    for (const tab of tabs) world.setOnline(tab, false)
    for (let passed = 0; passed < 7; passed++) {
      sync.addEdit('u1')
      await world.pass(5 * minute)
      world.sleep(day - 5 * minute)
    }
    await world.pass(5 * minute)
    expect(runsOf(world)).toHaveLength(1)
    expect(sync.pendingOf('u1')).toHaveLength(7)
    for (const tab of tabs) world.setOnline(tab, true)
    await world.pass(5 * minute)
    const back = [runsOf(world).slice(1), world.history('u1|report')]
    expect(back.map(rows => rows.map(row => row.status))).toEqual([['succeeded'], ['succeeded']])
    expect(sync.outbox).toEqual([])
    expect([...sync.applied.values()]).toEqual([1, 1, 1, 1, 1, 1, 1])
  }
})
