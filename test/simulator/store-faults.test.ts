/** Cases in which the store fails, or does what it was asked for and reports a failure all the same. */
import { expect, test } from 'vitest'
import { courses, createGate, eachSeed, runsOf, setScene, waitingTask } from './support.ts'

const unwell = 'lands-and-rejects'

test('a settle that landed although it was reported as failed counts, and its follow-up runs', async () => {
  await eachSeed(async seed => {
    const gate = createGate()
    const { world, open } = setScene({ seed, tasks: () => [waitingTask(() => gate)] })
    const a = await open('a')
    const first = await world.trigger(a, courses)
    await world.until('it runs', () => world.witness.calls.length === 1)
    const more = await world.trigger(a, courses, { payload: 'other' })
    await world.until('it is buffered', () => more.answer !== null)
    world.breakStore(a, unwell)
    gate.open()
    await world.until('it has landed', () => world.history(courses).length === 1)
    await world.pass(100)
    world.breakStore(a, null)
    await world.until('both are told', () => first.outcome !== null && more.outcome !== null)
    expect(runsOf(world).map(row => row.status)).toEqual(['succeeded', 'succeeded'])
    expect(runsOf(world).map(row => row.takeovers)).toEqual([0, 0])
    expect([first.outcome?.status, more.outcome?.status]).toEqual(['succeeded', 'succeeded'])
  })
})

test('a retry whose settle landed although it was reported as failed happens when it is due, once', async () => {
  await eachSeed(async seed => {
    const { world, sync, open } = setScene({ seed })
    const a = await open('a')
    sync.trouble = 500
    const trigger = await world.trigger(a, courses)
    await world.until('it runs', () => world.witness.calls.length === 1)
    world.breakStore(a, unwell)
    await world.until('it waits', () => world.record(courses)?.run?.wait != null)
    await world.pass(50)
    world.breakStore(a, null)
    sync.trouble = 'none'
    await world.until('it is told', () => trigger.outcome !== null)
    expect(trigger.outcome?.status).toBe('waiting')
    await world.until('it has ended', () => runsOf(world).length === 1)
    expect(runsOf(world)[0]).toMatchObject({ status: 'succeeded', attempts: 2, takeovers: 0 })
  })
})

test('an agent that finds itself owner of a lease it never used takes it up, though nobody else is there', async () => {
  await eachSeed(async seed => {
    const { world, sync, open } = setScene({ seed })
    const a = await open('a')
    sync.addEdit('u1')
    world.breakStore(a, unwell)
    const trigger = await world.trigger(a, courses)
    await world.until('it is answered', () => trigger.answer !== null)
    world.breakStore(a, null)
    expect(trigger.answer).toMatchObject({
      decision: 'deferred',
      reason: 'store-unavailable',
      stored: false,
    })
    expect(world.record(courses)?.lease).not.toBeNull()
    world.signal(a, 'visible')
    await world.until('it has ended', () => runsOf(world).length === 1)
    expect(runsOf(world)[0]?.status).toBe('succeeded')
    expect([...sync.applied.values()]).toEqual([1])
  })
})

test('a cancelled run whose settle was reported as failed leaves the store alone until it repeats it', async () => {
  await eachSeed(async seed => {
    const gate = createGate()
    const { world, open } = setScene({ seed, tasks: () => [waitingTask(() => gate)] })
    const a = await open('a')
    await world.trigger(a, courses)
    await world.until('it runs', () => world.witness.calls.length === 1)
    await world.act(a, 'cancel', registry => registry.cancel(courses))
    await world.until('it is cancelling', () => world.record(courses)?.run?.cancel != null)
    await world.settle()
    world.breakStore(a, unwell)
    gate.open()
    await world.until('it has landed', () => world.history(courses).length === 1)
    const before = a.operations()
    await world.pass(60_000)
    expect(a.operations() - before).toBeLessThan(30)
    world.breakStore(a, null)
    await world.pass(16_000)
    expect(runsOf(world).map(row => row.status)).toEqual(['cancelled'])
  })
})

test('a sign-out that is repeated does not sign out who signed in meanwhile', async () => {
  await eachSeed(async seed => {
    const { world, open } = setScene({ seed })
    const a = await open('a')
    const b = await open('b')
    world.breakStore(a, unwell)
    await world.act(a, 'sign out', registry => registry.signOut())
    await world.until('it has landed', () => world.user('u1')?.signedIn === false)
    await world.act(b, 'sign in', registry => registry.signIn('u1'))
    await world.settle()
    world.breakStore(a, null)
    await world.pass(5_000)
    expect(world.user('u1')?.signedIn).toBe(true)
  })
})

test('a run whose wait was reported as failed, and that another agent ended, is told of once', async () => {
  await eachSeed(async seed => {
    const { world, sync, open } = setScene({ seed })
    const a = await open('a')
    sync.trouble = 500
    const trigger = await world.trigger(a, courses)
    await world.until('it runs', () => world.witness.calls.length === 1)
    const b = await open('b')
    world.breakStore(a, unwell)
    await world.until('it waits', () => world.record(courses)?.run?.wait != null)
    sync.trouble = 'none'
    await world.trigger(b, courses)
    await world.until('it has ended', () => runsOf(world).length === 1)
    world.breakStore(a, null)
    await world.pass(60_000)
    expect(sync.told).toEqual(new Map([[trigger.answer?.runId, 1]]))
  })
})

test('a run that is cancelled while the answer of its last settle is lost is told of once', async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const { world, sync, open } = setScene({ seed })
    sync.trouble = 500
    const a = await open('a')
    const trigger = await world.trigger(a, courses)
    await world.until('the server fails it', () => sync.log.length === 1)
    world.breakStore(a, 'lands-and-rejects', { times: 1 })
    await world.until('it waits', () => world.record(courses)?.run?.wait != null)
    await world.act(a, 'cancel', registry => registry.cancel(courses))
    await world.pass(60_000)
    const row = world.history(courses)[0]
    expect(row?.status).toBe('cancelled')
    expect(sync.told.get(row?.runId ?? ''), `seed ${seed}`).toBe(1)
    expect(trigger.outcome).not.toBeNull()
  }
})
