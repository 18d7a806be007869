/** The rows of the table of triggers that follow from how the last run went, in the simulator: each cell is a test. */
import { TaskFailure } from 'leasehold'
import { expect, test } from 'vitest'
import { courses, eachSeed, runsOf } from './support.ts'
import { automatic, both, news, press, setTable, type Table } from './table.ts'

const hour = 60 * 60_000
const fatal = (): never => {
  throw new TaskFailure('fatal', 'the server does not understand')
}
const unwell = (): never => {
  throw new Error('the server answered 500')
}

test('waiting for retry | automatic: joins, and is told at once that it waits; the attempt comes when it is due', async () => {
  await eachSeed(async seed => {
    const { world, a, b, finish, ask, calls } = await setTable({ seed })
    const first = await finish(unwell)
    const dueAt = world.record(courses)?.run?.wait?.nextAttemptAt ?? 0
    for (const tab of [a, b]) {
      const joined = await ask(tab, automatic)
      expect(joined.answer).toMatchObject({
        decision: 'joined',
        reason: 'waiting-retry',
        runId: first.answer?.runId,
      })
      await world.settle()
      expect(joined.outcome).toMatchObject({ status: 'waiting' })
    }
    await world.until('it is tried again', () => calls() === 2)
    expect(world.clock.now()).toBe(dueAt)
    await world.pass(60_000)
    expect(runsOf(world)).toMatchObject([{ status: 'succeeded', attempts: 2 }])
  })
})

test('waiting for retry | automatic: what brings something also asks for a follow-up, where the run is sealed or never seals', async () => {
  await eachSeed(async seed => {
    for (const seals of ['sealed', 'not yet', 'never'] as const) {
      const { world, b, finish, told } = await setTable({
        seed,
        ...(seals === 'never' ? {} : { task: () => ({ seal: 'manual' as const }) }),
      })
      await finish(async run => {
        if (seals === 'sealed') await run.seal()
        unwell()
      })
      const followUps = seals === 'not yet' ? 0 : 1
      expect(await told(b, news)).toBe(`joined: waiting-retry${followUps ? ' + follow-up' : ''}`)
      await world.pass(60_000)
      expect(runsOf(world).map(({ status }) => status)).toEqual(
        Array(1 + followUps).fill('succeeded'),
      )
    }
  })
})

test('waiting for retry | by the user: the same run starts now, and its attempts are counted anew', async () => {
  await eachSeed(async seed => {
    const attempts: number[] = []
    const { world, b, begin, does, ask, calls } = await setTable({ seed })
    const first = await begin(run => {
      attempts.push(run.attempt)
      unwell()
    })
    // Far into the growing waits.
    await world.until('it has been tried six times', () => calls() === 6)
    await world.settle()
    expect(attempts).toEqual([1, 2, 3, 4, 5, 6])
    does(run => void attempts.push(run.attempt))
    const now = world.clock.now()
    const again = await ask(b, press)
    expect(again.answer).toMatchObject({ decision: 'started', runId: first.answer?.runId })
    await world.until('it has ended', () => again.outcome !== null)
    expect([world.clock.now(), attempts.at(-1)]).toEqual([now, 1])
    expect(runsOf(world)).toMatchObject([{ status: 'succeeded' }])
  })
})

/** The rows of a run that failed without a way on. */
const failures: Readonly<Record<'fatal' | 'poisoned', (seed: number) => Promise<Table>>> = {
  async fatal(seed) {
    const table = await setTable({ seed })
    await table.finish(fatal)
    return table
  },
  async poisoned(seed) {
    const table = await setTable({ seed })
    const { world, begin, open } = table
    await begin(() => new Promise(() => undefined))
    for (let death = 1; death <= 4; death++) {
      await open(`c${death}`)
      const held = world.record(courses)?.lease?.agent
      const owner = world.agents().find(({ name }) => held === `${name}.1`)
      if (!owner) throw new Error('nobody holds the key')
      world.kill(owner)
      await world.until('its lease is over', () => world.record(courses)?.lease?.agent !== held)
      await world.settle()
    }
    table.does(() => undefined)
    return table
  },
}

for (const [cause, fail] of Object.entries(failures)) {
  const live = ({ world }: Table) => {
    const [agent] = world.agents().filter(each => each.state() === 'live')
    if (!agent) throw new Error('nobody is left')
    return agent
  }

  test(`failed: ${cause} | automatic: skipped, until news comes, or a day has passed`, async () => {
    await eachSeed(async seed => {
      const one = await fail(seed)
      expect(runsOf(one.world)).toMatchObject([{ status: 'failed', cause }])
      expect(await one.told(live(one), automatic)).toBe('skipped: failed')
      expect(await one.told(live(one), news)).toBe('started')

      const two = await fail(seed)
      await two.world.pass(24 * hour - 60_000)
      expect(await two.told(live(two), automatic)).toBe('skipped: failed')
      await two.world.pass(60_000)
      expect(await two.told(live(two), automatic)).toBe('started')
    })
  })

  test(`failed: ${cause} | automatic: skipped, until another payload comes, or another version of the task`, async () => {
    await eachSeed(async seed => {
      const one = await fail(seed)
      expect(await one.told(live(one), { ...automatic, payload: 1 })).toBe('started')

      const two = await fail(seed)
      expect(await two.told(live(two), automatic)).toBe('skipped: failed')
      const newer = await two.world.spawn('newer', undefined, 2)
      await two.world.act(newer, 'sign in', registry => registry.signIn('u1'))
      await two.world.settle()
      expect(await two.told(newer, automatic)).toBe('started')
    })
  })

  test(`failed: ${cause} | by the user: started`, async () => {
    await eachSeed(async seed => {
      const table = await fail(seed)
      const again = await table.ask(live(table), press)
      expect(again.answer?.decision).toBe('started')
      await table.world.until('it has ended', () => again.outcome !== null)
      expect(again.outcome?.status).toBe('succeeded')
    })
  })
}

/** Failed three times, which is all it may. */
async function exhausted(seed: number): Promise<Table> {
  const table = await setTable({
    seed,
    task: () => ({ retry: { attempts: 3, capMs: 60_000 } }),
  })
  const { world, begin, does } = table
  await begin(unwell)
  await world.until('it has failed for good', () => runsOf(world).length === 1)
  await world.settle()
  does(() => undefined)
  expect(runsOf(world)).toMatchObject([{ status: 'failed', cause: 'exhausted', attempts: 3 }])
  return table
}

test('failed: exhausted | automatic: deferred until the retry cap after the failure, then a new occurrence', async () => {
  await eachSeed(async seed => {
    const { world, a, b, told, calls } = await exhausted(seed)
    const [failed] = runsOf(world)
    for (const tab of [a, b])
      for (const asked of [automatic, news])
        expect(await told(tab, asked)).toBe('deferred: exhausted')
    await world.until('it runs', () => calls() === 4)
    expect(world.clock.now()).toBe((failed?.endedAt ?? 0) + 60_000)
    await world.pass(60_000)
    const [, next, ...more] = runsOf(world)
    expect([next?.status, more]).toEqual(['succeeded', []])
    expect(next?.runId).not.toBe(failed?.runId)
  })
})

test('failed: exhausted | by the user: started', async () => {
  await eachSeed(async seed => {
    const { world, b, told } = await exhausted(seed)
    expect(await told(b, press)).toBe('started')
    await world.pass(60_000)
    expect(runsOf(world).map(({ status }) => status)).toEqual(['failed', 'succeeded'])
  })
})

for (const [column, asked] of both) {
  test(`idle | ${column}: started at once in the tab that is asked, whether or not anything ever ran`, async () => {
    await eachSeed(async seed => {
      const { world, a, b, ask } = await setTable({ seed })
      for (const tab of [a, b, a]) {
        const now = world.clock.now()
        const trigger = await ask(tab, asked)
        expect(trigger.answer).toMatchObject({ decision: 'started', stored: true })
        await world.until('it has ended', () => trigger.outcome !== null)
        expect(world.clock.now()).toBe(now)
        await world.pass(1_000)
      }
      expect(runsOf(world).map(({ agent }) => agent)).toEqual(['a.1', 'b.1', 'a.1'])
    })
  })
}
