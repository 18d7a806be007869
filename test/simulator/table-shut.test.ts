/** The rows of the table of triggers in which something is shut (store, account, pause, gate, network), in the simulator: each cell is a test. */
import { expect, test } from 'vitest'
import { courses, eachSeed, runsOf } from './support.ts'
import { automatic, both, news, press, setTable } from './table.ts'

for (const [column, asked] of both) {
  test(`store unavailable | ${column}: deferred and not stored, without lease and run; repeated once the store is back`, async () => {
    await eachSeed(async seed => {
      for (const trouble of ['rejects', 'waits'] as const) {
        const { world, a, ask, calls } = await setTable({ seed })
        world.breakStore(a, trouble)
        const { answer } = await ask(a, asked)
        const reason = trouble === 'waits' ? 'store-waiting' : 'store-unavailable'
        expect(answer).toMatchObject({ decision: 'deferred', reason, stored: false })
        await world.pass(20_000)
        expect([calls(), world.record(courses)?.lease ?? null]).toEqual([0, null])
        world.breakStore(a, null)
        await world.pass(60_000)
        expect([calls(), runsOf(world).length], world.trace()).toEqual([1, 1])
      }
    })
  })

  test(`signed out | ${column}: rejected with the line to write, whether signed out or never signed in`, async () => {
    await eachSeed(async seed => {
      const { world, a, b, ask, calls } = await setTable({ seed })
      const stranger = await world.spawn('c')
      await world.act(a, 'sign out', registry => registry.signOut())
      await world.until('all have heard of it', () => !world.isBusy())
      for (const tab of [a, b, stranger]) {
        const trigger = await world.trigger(tab, 'course_sync', asked)
        await world.until('it is answered', () => trigger.answer !== null)
        expect(trigger.answer).toMatchObject({ decision: 'rejected', reason: 'signed-out' })
        expect(trigger.answer?.hint).toContain('signIn(')
      }
      await world.act(a, 'sign in', registry => registry.signIn('u1'))
      await world.pass(60_000)
      // Nothing of what was rejected is left over.
      expect(calls()).toBe(0)
      expect((await ask(a, asked)).answer?.decision).toBe('started')
    })
  })

  test(`paused | ${column}: deferred in both tabs, one is kept, and runs once in the end`, async () => {
    await eachSeed(async seed => {
      const { world, a, b, told, calls, view } = await setTable({ seed })
      await world.act(b, 'pause', registry => registry.pause(courses))
      await world.until('all have heard of it', () => !world.isBusy())
      for (const tab of [a, b]) expect(await told(tab, asked)).toBe('deferred: paused')
      await world.pass(10 * 60_000)
      expect(calls()).toBe(0)
      for (const tab of [a, b])
        expect(view(tab)).toMatchObject({ status: 'paused', actions: ['resume'] })
      await world.act(a, 'resume', registry => registry.resume(courses))
      await world.pass(60_000)
      expect([calls(), runsOf(world).length]).toEqual([1, 1])
    })
  })

  test(`the gate is closed | ${column}: deferred with the reason to show, and runs once in the end`, async () => {
    await eachSeed(async seed => {
      let isOpen = false
      const { world, a, b, told, calls, view } = await setTable({
        seed,
        task: () => ({ when: () => isOpen || 'metered connection' }),
      })
      for (const tab of [a, b]) expect(await told(tab, asked)).toBe('deferred: gate')
      await world.pass(60_000)
      for (const tab of [a, b])
        expect(view(tab)).toMatchObject({
          status: 'deferred',
          reason: 'gate',
          detail: 'metered connection',
        })
      expect(calls()).toBe(0)
      isOpen = true
      await world.pass(60_000)
      expect([calls(), runsOf(world).length]).toEqual([1, 1])
    })
  })
}

test('offline | automatic: deferred, and runs once when the network is back', async () => {
  await eachSeed(async seed => {
    const { world, a, b, told, calls, view } = await setTable({ seed })
    for (const tab of [a, b]) world.setOnline(tab, false)
    await world.settle()
    for (const tab of [a, b])
      for (const asked of [automatic, news])
        expect(await told(tab, asked)).toBe('deferred: offline')
    await world.pass(10 * 60_000)
    expect(calls()).toBe(0)
    expect(view(b)).toMatchObject({ status: 'deferred', reason: 'offline' })
    for (const tab of [a, b]) world.setOnline(tab, true)
    await world.pass(60_000)
    expect([calls(), runsOf(world).length]).toEqual([1, 1])
  })
})

test('offline | by the user: tries anyway', async () => {
  await eachSeed(async seed => {
    const { world, a, b, told, calls } = await setTable({ seed })
    for (const tab of [a, b]) world.setOnline(tab, false)
    await world.settle()
    expect(await told(a, automatic)).toBe('deferred: offline')
    expect(await told(b, press)).toBe('started')
    await world.pass(60_000)
    // What was deferred goes along with it.
    for (const tab of [a, b]) world.setOnline(tab, true)
    await world.pass(60_000)
    expect([calls(), runsOf(world).length]).toEqual([1, 1])
  })
})
