/** Cases in which attempts fail: when the next one comes, and who makes it. */
import { every, foreground } from 'leasehold/triggers'
import { expect, test } from 'vitest'
import { courses, createGate, eachSeed, runsOf, setScene } from './support.ts'
import { courseSync } from './sync-app.ts'
import { defineTask, TaskFailure } from 'leasehold'
import type { SimAgent, World } from 'leasehold/testing'

const automatic = { source: 'widget', brings: 'nothing' } as const

test('a due retry meets schedule, foreground and a press in one instant: one attempt with all four sources', async () => {
  await eachSeed(async seed => {
    const gate = createGate()
    let calls = 0
    const { world, open } = setScene({
      seed,
      tasks: () => [
        defineTask({
          scope: 'course_sync',
          triggers: [every(60_000), foreground()],
          retry: { baseMs: 60_000 },
          stages: stage => ({
            pulling: stage(() => {
              calls++
              if (calls === 1) throw new Error('the first attempt fails')
              return gate.opened
            }),
            pushing: stage(() => undefined),
          }),
        }),
      ],
    })
    const [a, b, c] = [await open('a'), await open('b'), await open('c')]
    world.setVisible(b, false)
    await world.until('it waits', () => world.record(courses)?.run?.wait != null)
    await world.settle()
    const dueAt = world.record(courses)?.run?.wait?.nextAttemptAt ?? 0
    const slotAt = (Object.values(world.record(courses)?.slots ?? {})[0]?.lastSlot ?? 0) + 60_000
    // No event runs on the way: at the later of both instants all four are due at once.
    world.clock.advance(Math.max(dueAt, slotAt) - world.clock.now())
    world.setVisible(b, true)
    const press = await world.trigger(c, courses)
    await world.settle()
    expect(calls, world.trace()).toBe(2)
    gate.open()
    await world.pass(1_000)
    expect(calls).toBe(2)
    const [row, ...more] = runsOf(world)
    expect(more).toEqual([])
    expect(row?.status).toBe('succeeded')
    const sources = new Set(row?.triggers.map(note => note.source))
    expect([...sources].sort()).toEqual(['foreground', 'manual', 'retry', 'schedule'])
    expect(press.outcome).toMatchObject({ status: 'succeeded', runId: row?.runId })
    expect(a.state()).toBe('live')
  })
})

test('C24 a retry survives reload, two tabs do not both retry, and no timer piles up', async () => {
  await eachSeed(async seed => {
    const { world, sync, open } = setScene({ seed })
    const a = await open('a')
    const b = await open('b')
    sync.trouble = 500
    await world.trigger(a, courses)
    await world.until('it waits', () => world.record(courses)?.run?.wait != null)
    world.kill(a)
    const a2 = await open('a')
    await world.pass(3 * 60_000)
    const failures = world.record(courses)?.run?.failures ?? 0
    expect(failures).toBeGreaterThan(3)
    expect(sync.log.length).toBe(failures)
    expect([a2.timers(), b.timers()]).toEqual([1, 1])
    sync.trouble = 'none'
    await world.pass(20 * 60_000)
    expect(runsOf(world)).toMatchObject([{ status: 'succeeded' }])
    expect([a2.timers(), b.timers()]).toEqual([0, 0])
  })
})

test('C24 any tab goes on with the run that another one left waiting, when it is due or hears a signal', async () => {
  const signals = [
    async (world: World, b: SimAgent) => world.signal(b, 'online'),
    async (world: World, b: SimAgent) => world.signal(b, 'visible'),
    async (world: World, b: SimAgent) => world.signal(b, 'resume'),
    (world: World) => world.pass(2_000),
  ]
  for (const signal of signals) {
    await eachSeed(async seed => {
      // Nothing is armed.
      const { world, sync, open } = setScene({ seed })
      const a = await open('a')
      const b = await open('b')
      sync.trouble = 500
      const press = await world.trigger(a, courses)
      await world.until('it waits', () => press.outcome !== null)
      sync.trouble = 'none'
      world.kill(a)
      await signal(world, b)
      await world.until('it is done', () => runsOf(world).length === 1)
      const [row] = runsOf(world)
      expect(row).toMatchObject({ runId: press.answer?.runId, status: 'succeeded', attempts: 2 })
      expect(row?.agent).toMatch(/^b/)
    })
  }
})

test('C24 twenty tabs that hear the network return make one attempt, though it fails at once', async () => {
  await eachSeed(async seed => {
    const { world, sync, open } = setScene({ seed })
    const tabs: SimAgent[] = []
    for (let n = 0; n < 20; n++) tabs.push(await open(`tab ${n}`))
    sync.trouble = 500
    await world.trigger(tabs[0] as SimAgent, courses)
    await world.until('it waits', () => world.record(courses)?.run?.wait != null)
    const asked = sync.log.length
    for (const tab of tabs) world.signal(tab, 'online')
    await world.settle()
    expect(sync.log.length).toBe(asked + 1)
  })
})

test('C25 offline errors are not attempts, online starts at once, a press tries anyway', async () => {
  await eachSeed(async seed => {
    const { world, sync, open } = setScene({ seed })
    const a = await open('a')
    world.setOnline(a, false)
    const press = await world.trigger(a, courses)
    await world.until('it waits', () => press.outcome !== null)
    expect(press.answer?.decision).toBe('started')
    expect(press.outcome).toMatchObject({ status: 'waiting', reason: 'offline' })
    await world.pass(2 * 60 * 60_000)
    expect(world.record(courses)?.run).toMatchObject({ counted: 0, state: 'waiting' })
    expect(sync.log).toEqual([])
    const back = world.clock.monotonic()
    world.setOnline(a, true)
    await world.until('it is done', () => runsOf(world).length === 1)
    expect(world.clock.monotonic() - back).toBeLessThan(1_000)
    expect(runsOf(world)[0]?.status).toBe('succeeded')
  })
})

test('C25 an automatic trigger while offline is deferred, and runs when the network is back', async () => {
  const { world, open } = setScene()
  const a = await open('a')
  world.setOnline(a, false)
  const trigger = await world.trigger(a, courses, automatic)
  await world.pass(60_000)
  expect(trigger.answer).toMatchObject({ decision: 'deferred', reason: 'offline', stored: true })
  world.setOnline(a, true)
  await world.pass(1_000)
  expect(runsOf(world)).toMatchObject([{ status: 'succeeded' }])
})

test('C25a behind a captive portal every request fails though online: sync comes back by itself', async () => {
  await eachSeed(async seed => {
    // Without a schedule the last of twelve failed attempts would be the end of it.
    const { world, sync, open } = setScene({ seed, triggers: [every(15 * 60_000)] })
    const a = await open('a')
    world.setReachable(false)
    const edit = sync.addEdit('u1')
    await world.trigger(a, courses, automatic)
    await world.until('it waits', () => world.record(courses)?.run?.wait != null)
    // The browser believes to be online: it is no matter of the network, and counts.
    expect(world.record(courses)?.run).toMatchObject({ counted: 1, wait: { reason: 'retry' } })
    await world.pass(20 * 60_000)
    world.setReachable(true)
    await world.pass(31 * 60_000)
    expect(sync.applied.get(edit.id)).toBe(1)
    expect(runsOf(world).at(-1)?.status).toBe('succeeded')
  })
})

test('C25b two hours of 500s, then the server is well: automatic sync resumes without a press', async () => {
  await eachSeed(async seed => {
    const { world, sync, open } = setScene({ seed, triggers: [every(15 * 60_000)] })
    sync.trouble = 500
    await open('a')
    await open('b')
    await world.pass(2 * 60 * 60_000)
    sync.trouble = 'none'
    const edit = sync.addEdit('u1')
    await world.pass(31 * 60_000)
    expect(sync.applied.get(edit.id)).toBe(1)
    expect(runsOf(world).at(-1)?.status).toBe('succeeded')
  })
})

test('C25b an exhausted run is followed by a new one after the retry cap', async () => {
  const { world, sync, open } = setScene({
    tasks: (app, sync) => [
      courseSync(sync, app, [every(5 * 60_000)], { retry: { attempts: 3, capMs: 60_000 } }),
    ],
  })
  sync.trouble = 500
  await open('a')
  await world.pass(10 * 60_000)
  expect(runsOf(world)[0]).toMatchObject({ status: 'failed', cause: 'exhausted' })
  sync.trouble = 'none'
  await world.pass(10 * 60_000)
  expect(runsOf(world).at(-1)?.status).toBe('succeeded')
})

test('C25c cancelled after the server had applied an edit: the next run sends it with the same key', async () => {
  await eachSeed(async seed => {
    const { world, sync, open } = setScene({ seed })
    const a = await open('a')
    const b = await open('b')
    const edit = sync.addEdit('u1')
    await world.trigger(a, courses)
    await world.until('the server has it', () => sync.applied.has(edit.id))
    await world.act(b, 'cancel', registry => registry.cancel(courses))
    await world.until('it ended', () => runsOf(world).length === 1)
    await world.trigger(b, courses)
    await world.pass(15_000)
    expect(sync.applied.get(edit.id)).toBe(1)
    expect(sync.outbox).toEqual([])
    expect(runsOf(world).at(-1)?.status).toBe('succeeded')
  })
})

test('C25d C21 the second sync pulls from where the first ended, and yesterday skips nothing', async () => {
  await eachSeed(async seed => {
    const { world, sync, open } = setScene({ seed })
    const a = await open('a')
    await world.trigger(a, courses)
    await world.pass(24 * 60 * 60_000)
    sync.rows = 6
    const pulled = sync.log.length
    const today = await world.trigger(a, courses, { source: 'schedule', brings: 'nothing' })
    await world.pass(5_000)
    expect(today.answer?.decision).toBe('started')
    expect(sync.log.slice(pulled).map(entry => entry.cursor)).toEqual([3, 5])
  })
})

test('C26 an authentication error waits for a sign-in instead of hammering', async () => {
  await eachSeed(async seed => {
    const { world, sync, open } = setScene({ seed, triggers: [every(60_000)] })
    sync.trouble = 401
    const a = await open('a')
    const b = await open('b')
    await world.pass(60 * 60_000)
    expect(sync.log).toHaveLength(1)
    expect(world.record(courses)?.run?.wait).toMatchObject({ reason: 'auth', nextAttemptAt: null })
    sync.trouble = 'none'
    await world.act(b, 'sign in', registry => registry.signIn('u1', { fresh: true }))
    await world.pass(5_000)
    expect(runsOf(world)[0]?.status).toBe('succeeded')
    expect(a.state()).toBe('live')
  })
})

test('C26 page loads that sign in again ask the server once in a quarter of an hour, a real login at once', async () => {
  await eachSeed(async seed => {
    const { world, sync, open } = setScene({ seed })
    sync.trouble = 401
    let tab = await open('tab 0')
    await world.trigger(tab, courses)
    await world.pass(1_000)
    expect(sync.log).toHaveLength(1)
    for (let minute = 1; minute <= 60; minute++) {
      world.kill(tab)
      tab = await open(`tab ${minute}`)
      await world.pass(60_000)
    }
    expect(sync.log.length).toBeGreaterThanOrEqual(4)
    expect(sync.log.length).toBeLessThanOrEqual(5)
    expect(world.record(courses)?.run).toMatchObject({ counted: 0, state: 'waiting' })

    const asked = sync.log.length
    for (const again of [1, 2]) {
      await world.act(tab, 'log in', registry => registry.signIn('u1', { fresh: true }))
      await world.pass(1_000)
      expect(sync.log).toHaveLength(asked + again)
    }
  })
})

test('C26 a login while an old session is being refused is not missed', async () => {
  await eachSeed(async seed => {
    const { world, sync, open } = setScene({ seed })
    const a = await open('a')
    const b = await open('b')
    sync.trouble = 401
    await world.trigger(a, courses)
    await world.until('the server refuses', () => sync.log.length === 1)
    await world.act(b, 'log in', registry => registry.signIn('u1', { fresh: true }))
    sync.trouble = 'none'
    await world.pass(1_000)
    expect(runsOf(world)).toMatchObject([{ status: 'succeeded', attempts: 2 }])
  })
})

test('a server that says when to come back is not asked before', async () => {
  const { world, sync, open } = setScene()
  sync.trouble = 429
  const a = await open('a')
  await world.trigger(a, courses)
  await world.until('it waits', () => world.record(courses)?.run?.wait != null)
  const asked = world.clock.now()
  sync.trouble = 'none'
  world.setVisible(a, false)
  world.setVisible(a, true)
  await world.until('it goes on', () => sync.log.length > 1)
  expect(world.clock.now() - asked).toBeGreaterThanOrEqual(3_000)
})

test('a fatal failure is told to whoever asked, and keeps automatic triggers away', async () => {
  const { world, open } = setScene({
    tasks: () => [
      defineTask({
        scope: 'course_sync',
        run: () => Promise.reject(new TaskFailure('fatal', 'the server does not know us')),
      }),
    ],
  })
  const a = await open('a')
  const b = await open('b')
  const press = await world.trigger(a, courses)
  await world.until('it is told', () => press.outcome !== null)
  expect(press.outcome).toMatchObject({ status: 'failed', cause: 'fatal' })
  await world.pass(60_000)
  const later = await world.trigger(b, courses, automatic)
  await world.settle()
  expect(later.answer).toMatchObject({ decision: 'skipped', reason: 'failed' })
})
