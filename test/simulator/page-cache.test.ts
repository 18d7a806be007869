/** Cases in which the owner's page goes into the back-forward cache, at any moment. */
import { expect, test } from 'vitest'
import { courses, createGate, eachSeed, runsOf, setScene, waitingTask } from './support.ts'

test('a page that is hidden away and shown again while it acquires a key names the lock that it holds', async () => {
  for (let after = 0; after < 30; after++) {
    const { world, open } = setScene({ seed: after + 1 })
    const a = await open('a')
    await open('b')
    const trigger = await world.trigger(a, courses)
    for (let step = 0; step < after % 10; step++) await world.step()
    await world.cache(a)
    world.restore(a)
    await world.pass(60_000)
    expect(trigger.answer, world.trace()).not.toBeNull()
    expect(world.record(courses)?.lease).toBeNull()
  }
})

test('a page that is hidden away and shown again while it settles names the lock that its follow-up runs under', async () => {
  for (let seed = 1; seed <= 60; seed++) {
    const gate = createGate()
    const { world, open } = setScene({ seed, tasks: () => [waitingTask(() => gate)] })
    const a = await open('a')
    await open('b')
    await world.trigger(a, courses)
    await world.until('it runs', () => world.witness.calls.length === 1)
    const news = await world.trigger(a, courses, { brings: 'news' })
    await world.until('it is buffered', () => world.record(courses)?.buffered != null)
    gate.open()
    for (let step = 0; step < seed % 6; step++) await world.step()
    await world.cache(a)
    world.restore(a)
    await world.pass(60_000)
    expect(news.outcome?.status, world.trace()).toBe('succeeded')
  }
})

test('an owner whose page is hidden away is replaced within a second, and its page can be shown again', async () => {
  await eachSeed(async seed => {
    const gate = createGate()
    const { world, open } = setScene({ seed, tasks: () => [waitingTask(() => gate)] })
    const a = await open('a')
    const b = await open('b')
    const trigger = await world.trigger(a, courses)
    await world.until('it runs', () => world.witness.calls.length === 1)
    await world.until('b knows', () => !world.isBusy())
    await world.cache(a)
    await world.pass(1_000)
    expect(world.record(courses)?.lease?.agent).toBe('b.1')
    expect(a.state()).toBe('cached')
    world.restore(a)
    gate.open()
    await world.pass(30_000)
    expect(runsOf(world)).toMatchObject([{ status: 'succeeded', takeovers: 1, agent: 'b.1' }])
    expect([trigger.outcome?.status, b.state()]).toEqual(['succeeded', 'live'])
  })
})
