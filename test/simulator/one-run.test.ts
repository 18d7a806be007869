/** Cases in which many agents ask for the same work. */
import { defineTask } from 'leasehold'
import { createStepCounter, type SimTrigger } from 'leasehold/testing'
import { every, foreground, online } from 'leasehold/triggers'
import { expect, test } from 'vitest'
import { courses, decisionsOf, eachSeed, runsOf, setScene } from './support.ts'
import { courseSync } from './sync-app.ts'

const automatic = { source: 'online', brings: 'nothing' } as const

test('C01 N contexts trigger in the same tick: one owner, N−1 joiners of the same run', async () => {
  await eachSeed(async seed => {
    const { world, sync, open } = setScene({ seed })
    const agents = [await open('a'), await open('b'), await open('c'), await open('d')]
    sync.addEdit('u1')
    const triggers: SimTrigger[] = []
    for (const agent of agents) triggers.push(await world.trigger(agent, courses, automatic))
    await world.until('all are told', () => triggers.every(trigger => trigger.outcome !== null))
    expect(decisionsOf(triggers)).toEqual(['joined', 'joined', 'joined', 'started'])
    expect(new Set(triggers.map(trigger => trigger.answer?.runId)).size).toBe(1)
    expect(new Set(triggers.map(trigger => JSON.stringify(trigger.outcome))).size).toBe(1)
    expect(sync.log.map(entry => entry.path)).toEqual(['/pull', '/pull', '/push'])
  })
})

test('C02 focus, visibility and online come together on return: one trigger, one run', async () => {
  await eachSeed(async seed => {
    const { world, open } = setScene({ seed, triggers: [foreground(), online()] })
    const a = await open('a')
    await world.pass(60_000)
    const before = runsOf(world).length
    world.setVisible(a, false)
    world.setOnline(a, false)
    await world.pass(60_000)
    world.setVisible(a, true)
    world.setOnline(a, true)
    world.signal(a, 'focus')
    world.signal(a, 'pageshow')
    await world.pass(10_000)
    const runs = runsOf(world).slice(before)
    expect(runs).toHaveLength(1)
    const sources = runs[0]?.triggers.map(note => `${note.source} ${note.count}`) ?? []
    expect(sources.filter(source => source.startsWith('foreground'))).toEqual(['foreground 1'])
  })
})

test('C03 a very short run: the timer of another tab for the same slot finds it done', async () => {
  await eachSeed(async seed => {
    const { world, open } = setScene({ seed, triggers: [every(60_000)] })
    await open('a')
    await open('b')
    await open('c')
    await world.pass(5 * 60_000 + 5_000)
    const slots = runsOf(world).map(row => row.scheduledAt)
    expect(slots).toHaveLength(6)
    expect(new Set(slots).size).toBe(6)
  })
})

test('C04 a run longer than its ttl renews, and a schedule tick during it joins', async () => {
  await eachSeed(async seed => {
    const { world, sync, open } = setScene({
      seed,
      tasks: (app, sync) => [
        defineTask({
          scope: 'course_sync',
          triggers: [every(100_000)],
          run: async run => {
            for (let step = 0; step < 5; step++) {
              await new Promise<void>(resolve => app.clock.setTimer(50_000, resolve))
              run.progress({ done: step })
            }
            sync.applied.set(run.runId, 1)
          },
        }),
      ],
    })
    await open('a')
    await open('b')
    await world.pass(249_000)
    expect(world.record(courses)?.lease?.renewSeq).toBeGreaterThan(8)
    await world.pass(10_000)
    expect(sync.applied.size).toBe(1)
    const [row] = runsOf(world)
    expect(row?.takeovers).toBe(0)
    const ticks = row?.triggers.filter(note => note.source === 'schedule')
    expect(ticks?.map(note => note.decision).sort()).toContain('joined')
  })
})

test('C04 in the only tab, too: a tick during its own run joins, and no run follows for it', async () => {
  await eachSeed(async seed => {
    const { world, open } = setScene({
      seed,
      tasks: app => [
        defineTask({
          scope: 'course_sync',
          triggers: [every(100_000)],
          run: () => new Promise<void>(resolve => app.clock.setTimer(250_000, resolve)),
        }),
      ],
    })
    await open('a')
    await world.pass(290_000)
    const [row, ...more] = runsOf(world)
    expect(more).toEqual([])
    expect(world.record(courses)?.run).toBeNull()
    expect(row?.triggers.map(({ decision, count }) => [decision, count])).toEqual([
      ['started', 1],
      ['joined', 2],
    ])
    await world.pass(20_000)
    expect(world.record(courses)?.run?.scheduledAt).toBe((row?.scheduledAt ?? 0) + 300_000)
  })
})

test('C07 after losing a lease the same registry acquires again, any number of times', async () => {
  await eachSeed(async seed => {
    const { world, sync, open } = setScene({ seed })
    const a = await open('a')
    const b = await open('b')
    for (let round = 0; round < 4; round++) {
      sync.addEdit('u1')
      const [owner, other] = round % 2 === 0 ? [a, b] : [b, a]
      await world.trigger(owner, courses)
      await world.until(
        'a page is pulled',
        () => world.record(courses)?.run?.checkpoint.stage === 'pushing',
      )
      world.freeze(owner)
      await world.until(`${other.name} has taken over`, () => world.record(courses)?.run === null)
      world.thaw(owner)
      await world.pass(30_000)
    }
    expect(runsOf(world).map(row => [row.status, row.takeovers])).toEqual(
      Array.from({ length: 4 }, () => ['succeeded', 1]),
    )
    expect([...sync.applied.values()]).toEqual([1, 1, 1, 1])
  })
})

test('C08 a stage that triggers its own key is answered at once, and does not deadlock', async () => {
  await eachSeed(async seed => {
    const answers: string[] = []
    const { world, open } = setScene({
      seed,
      tasks: app => [
        defineTask({
          scope: 'course_sync',
          run: async () => {
            const agent = world.agents().find(each => each.name === app.agent)
            if (answers.length > 2) return
            const answer = await agent?.registry.trigger(courses, {
              source: 'callback',
              brings: 'nothing',
            })
            answers.push(answer?.decision ?? '')
          },
        }),
      ],
    })
    const a = await open('a')
    const trigger = await world.trigger(a, courses)
    await world.until('it is told', () => trigger.outcome !== null)
    expect(answers).toEqual(['joined'])
    expect(trigger.outcome?.status).toBe('succeeded')
  })
})

test('C09 mount, unmount, mount in one tick: one run, and no orphan', async () => {
  await eachSeed(async seed => {
    const { world, sync, open } = setScene({ seed })
    const a = await open('a')
    const views: string[] = []
    await world.act(a, 'mounts twice', registry => {
      registry
        .watch(courses)
        .subscribe(view => views.push(view.status))
        .unsubscribe()
      registry.watch(courses).subscribe(view => views.push(view.status))
    })
    const first = await world.trigger(a, courses, { source: 'mount', brings: 'nothing' })
    const second = await world.trigger(a, courses, { source: 'mount', brings: 'nothing' })
    await world.until('both are told', () => first.outcome !== null && second.outcome !== null)
    expect(second.answer?.runId).toBe(first.answer?.runId)
    expect(runsOf(world)).toHaveLength(1)
    expect(sync.log).toHaveLength(2)
    await world.pass(5_000)
    expect(a.timers()).toBe(0)
  })
})

test('C09c online fires in twenty tabs, and the run takes 50 ms: one run', async () => {
  for (const seed of [1, 2, 3]) {
    const { world, open } = setScene({
      seed,
      tasks: app => [
        defineTask({
          scope: 'course_sync',
          triggers: [online()],
          run: () => new Promise<void>(resolve => app.clock.setTimer(50, resolve)),
        }),
      ],
    })
    const tabs = []
    for (let tab = 0; tab < 20; tab++) tabs.push(await open(`t${tab}`))
    for (const tab of tabs) world.setOnline(tab, false)
    await world.pass(60_000)
    for (const tab of tabs) world.setOnline(tab, true)
    await world.pass(5_000)
    expect(runsOf(world)).toHaveLength(1)
  }
})

test('a press in one tab is seen by the other with the same run, result and outcome', async () => {
  const counter = createStepCounter()
  const { world, open } = setScene({
    tasks: (app, sync) => [courseSync(sync, app)],
  })
  const a = await open('a')
  const b = await open('b', counter)
  const first = await world.trigger(a, courses)
  await world.until('it runs', () => world.record(courses)?.lease != null)
  const second = await world.trigger(b, courses, automatic)
  await world.until('both are told', () => first.outcome !== null && second.outcome !== null)
  expect(second.outcome).toEqual(first.outcome)
})
