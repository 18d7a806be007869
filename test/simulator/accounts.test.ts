/** Cases in which users sign in and out while work of theirs is under way. */
import type { TaskView } from 'leasehold'
import { every, foreground } from 'leasehold/triggers'
import { expect, test } from 'vitest'
import { planHistory } from './plan.ts'
import { play } from './play.ts'
import { courses, createGate, eachSeed, runsOf, setScene, waitingTask } from './support.ts'

const others = 'u2|course_sync'

test('C30 A is in a request, another tab signs out and B in, the response arrives: not one write', async () => {
  await eachSeed(async seed => {
    const { world, sync, open } = setScene({ seed })
    const a = await open('a')
    const b = await open('b')
    sync.addEdit('u1')
    const trigger = await world.trigger(a, courses)
    await world.until('a request is out', () => sync.log.length === 1)
    await world.act(b, 'sign out', registry => registry.signOut('u1'))
    await world.until('A is out', () => world.user('u1')?.signedIn === false)
    const before = JSON.stringify({ ...world.record(courses), recent: [] })
    await world.act(b, 'sign in B', registry => registry.signIn('u2'))
    await world.pass(20_000)
    expect(sync.applied.size).toBe(0)
    const after = world.record(courses)
    const { bookmarks } = JSON.parse(before) as { readonly bookmarks: object }
    expect(after?.bookmarks).toEqual(bookmarks)
    expect([after?.lease, after?.run]).toEqual([null, null])
    expect(runsOf(world)).toMatchObject([{ status: 'signed-out' }])
    expect(trigger.outcome?.status).toBe('signed-out')
  })
})

test('C30 a frozen tab that wakes after the sign-out writes nothing of that user', async () => {
  await eachSeed(async seed => {
    const { world, sync, open } = setScene({ seed })
    const a = await open('a')
    const b = await open('b')
    await world.trigger(a, courses)
    await world.until('a request is out', () => sync.log.length === 1)
    world.freeze(a)
    await world.act(b, 'sign out', registry => registry.signOut('u1'))
    await world.pass(60_000)
    const cursor = world.record(courses)?.run?.checkpoint.cursor ?? null
    world.thaw(a)
    await world.pass(60_000)
    expect(world.record(courses)?.bookmarks['pulling']?.cursor ?? null).toBe(cursor)
    expect(world.record(courses)?.lease).toBeNull()
  })
})

test('C30 who is forgotten while a request is out, or while a tab is frozen, is not written again', async () => {
  for (const isFrozen of [false, true]) {
    await eachSeed(async seed => {
      const { world, sync, open } = setScene({ seed })
      const a = await open('a')
      const b = await open('b')
      sync.addEdit('u1')
      const trigger = await world.trigger(a, courses)
      await world.until('a request is out', () => sync.log.length === 1)
      const fence = world.record(courses)?.fence ?? 0
      if (isFrozen) world.freeze(a)
      const out = await world.act(b, 'forget', registry =>
        registry.signOut({ userId: 'u1', forget: true }),
      )
      await world.until('A is forgotten', () => world.user('u1') === null)
      await world.pass(60_000)
      if (isFrozen) world.thaw(a)
      await world.pass(60_000)
      expect(out.error).toBeUndefined()
      expect(sync.applied.size).toBe(0)
      expect([world.record(courses), runsOf(world)]).toEqual([null, []])
      expect(trigger.outcome?.status).toBe('signed-out')
      world.jumpClock(-3_600_000)
      await world.act(b, 'sign in A', registry => registry.signIn('u1'))
      const again = await world.trigger(b, courses)
      await world.pass(60_000)
      expect(again.outcome?.status).toBe('succeeded')
      expect(runsOf(world)[0]?.fence).toBeGreaterThan(fence)
    })
  }
})

test("C31 the new user's triggers work at once in every tab, without reload", async () => {
  await eachSeed(async seed => {
    const { world, open } = setScene({ seed, triggers: [foreground()] })
    const a = await open('a')
    const b = await open('b')
    await world.pass(60_000)
    await world.act(b, 'sign in B', registry => registry.signIn('u2'))
    await world.pass(60_000)
    const before = runsOf(world, others).length
    world.setVisible(a, false)
    await world.settle()
    world.setVisible(a, true)
    await world.pass(10_000)
    expect(runsOf(world, others)).toHaveLength(before + 1)
    expect(runsOf(world, others).at(-1)?.agent).toBe('a.1')
  })
})

test('C31 a page whose user was signed out elsewhere is told so until it signs in again', async () => {
  const { world, open } = setScene()
  const a = await open('a')
  const b = await open('b')
  await world.act(b, 'sign in B', registry => registry.signIn('u2'))
  await world.settle()
  const refused = await world.trigger(a, 'course_sync')
  await world.settle()
  expect(refused.answer).toMatchObject({ decision: 'rejected', reason: 'signed-out' })
  await world.act(a, 'sign in B', registry => registry.signIn('u2'))
  await world.settle()
  const taken = await world.trigger(a, 'course_sync')
  await world.pass(1_000)
  expect(taken.outcome?.status).toBe('succeeded')
})

test('C32 sign-out works when nothing ever ran', async () => {
  await eachSeed(async seed => {
    const { world, open } = setScene({ seed })
    const a = await open('a')
    const b = await open('b')
    expect([world.record(courses), runsOf(world)]).toEqual([null, []])
    const out = await world.act(b, 'sign out', registry => registry.signOut())
    await world.settle()
    expect(out.error).toBeUndefined()
    expect(world.user('u1')?.signedIn).toBe(false)
    for (const tab of [a, b]) {
      const refused = await world.trigger(tab, courses)
      await world.settle()
      expect(refused.answer).toMatchObject({ decision: 'rejected', reason: 'signed-out' })
    }
    await world.pass(60_000)
    expect(runsOf(world)).toEqual([])
  })
})

test('C32 sign-out works when offline and from any tab, and disarms in every tab', async () => {
  await eachSeed(async seed => {
    const { world, open } = setScene({ seed, triggers: [every(60_000, { missed: 'skip' })] })
    const a = await open('a')
    const b = await world.spawn('b')
    world.setOnline(b, false)
    const out = await world.act(b, 'sign out', registry => registry.signOut())
    await world.settle()
    expect(out.error).toBeUndefined()
    expect(world.user('u1')?.signedIn).toBe(false)
    const runs = runsOf(world).length
    await world.pass(10 * 60_000)
    expect(runsOf(world)).toHaveLength(runs)
    const refused = await world.trigger(a, courses)
    await world.settle()
    expect(refused.answer?.decision).toBe('rejected')
    await world.pass(2_000)
    expect([a.timers(), b.timers()]).toEqual([0, 0])
  })
})

test('C32a every tab calls signIn on load: no run is disturbed', async () => {
  await eachSeed(async seed => {
    const gate = createGate()
    const { world, open } = setScene({ seed, tasks: () => [waitingTask(() => gate)] })
    const a = await open('a')
    const trigger = await world.trigger(a, courses)
    await world.settle()
    const epoch = world.user('u1')?.epoch
    for (const name of ['b', 'c', 'd']) await open(name)
    await world.act(a, 'sign in again', registry => registry.signIn('u1', { fresh: true }))
    await world.pass(1_000)
    expect(world.user('u1')?.epoch).toBe(epoch)
    gate.open()
    await world.pass(1_000)
    expect(trigger.outcome?.status).toBe('succeeded')
    expect(runsOf(world)).toMatchObject([{ takeovers: 0, attempts: 1 }])
  })
})

test('C32b B signs in although A never signed out: nothing of A runs or writes', async () => {
  await eachSeed(async seed => {
    const { world, sync, open } = setScene({ seed, triggers: [every(60_000)] })
    const a = await open('a')
    const b = await open('b')
    await world.pass(1_000)
    sync.trouble = 500
    await world.pass(60_000)
    sync.trouble = 'none'
    const edit = sync.addEdit('u1')
    await world.act(b, 'sign in B', registry => registry.signIn('u2'))
    await world.settle()
    const runs = runsOf(world).filter(row => row.status !== 'signed-out').length
    await world.pass(10 * 60_000)
    expect(runsOf(world).filter(row => row.status !== 'signed-out')).toHaveLength(runs)
    expect(sync.applied.has(edit.id)).toBe(false)
    expect(a.state()).toBe('live')
  })
})

test("C33 the old view completes, and the new user never sees the first user's status", async () => {
  await eachSeed(async seed => {
    const gate = createGate()
    const { world, open } = setScene({ seed, tasks: () => [waitingTask(() => gate)] })
    const a = await open('a')
    const ofKey: TaskView[] = []
    const ofTask: TaskView[] = []
    let isComplete = false
    await world.act(a, 'watch', registry => {
      registry.watch(courses).subscribe({
        next: view => ofKey.push(view),
        complete: () => {
          isComplete = true
        },
      })
      const task = a.tasks[0]
      if (task) registry.watch(task).subscribe(view => ofTask.push(view))
    })
    await world.trigger(a, courses)
    await world.pass(1_000)
    expect(ofTask.at(-1)?.status).toBe('running')
    await world.act(a, 'sign in B', registry => registry.signIn('u2'))
    await world.pass(1_000)
    expect([isComplete, ofKey.at(-1)?.status]).toEqual([true, 'signed-out'])
    const seen = ofTask.length
    gate.open()
    await world.pass(30_000)
    const ofB = ofTask.filter(view => view.userId === 'u2')
    expect(ofB.length).toBeGreaterThan(0)
    expect(new Set(ofB.map(view => view.status)).has('running')).toBe(false)
    expect(ofTask.slice(seen).every(view => view.userId === 'u2')).toBe(true)
    expect(ofTask.at(-1)).toMatchObject({ userId: 'u2', status: 'idle', last: null })
  })
})

test('C54 no rejection is left unhandled, whatever happens', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown): void => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  try {
    for (let seed = 1; seed <= 40; seed++) await play(planHistory(seed + 77_000))
    for (let turn = 0; turn < 5; turn++) await new Promise(resolve => setImmediate(resolve))
  } finally {
    process.off('unhandledRejection', note)
  }
  expect(unhandled).toEqual([])
})
