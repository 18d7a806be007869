/** The rows of the table of triggers in which the key is held, in the simulator: each cell is a test. */
import { expect, test } from 'vitest'
import { courses, createGate, eachSeed, runsOf } from './support.ts'
import { automatic, news, press, setTable, type TableRun } from './table.ts'

/** Sealed at once, by a task that seals by hand. */
const sealing = { task: () => ({ seal: 'manual' as const }) }

test('running, not sealed | automatic: joins in both tabs, and is told what the run came to', async () => {
  await eachSeed(async seed => {
    const gate = createGate()
    const { world, a, b, begin, ask, calls } = await setTable({ seed })
    const first = await begin(() => gate.opened)
    const joined = [await ask(a, automatic), await ask(b, automatic)]
    for (const { answer } of joined)
      expect(answer).toMatchObject({ decision: 'joined', runId: first.answer?.runId })
    gate.open()
    await world.until('all are told', () => joined.every(({ outcome }) => outcome !== null))
    expect(joined.map(({ outcome }) => outcome)).toEqual([first.outcome, first.outcome])
    await world.pass(60_000)
    expect([calls(), runsOf(world).length]).toEqual([1, 1])
  })
})

test('running, not sealed | automatic: news joins where the task seals, and is buffered with another payload or where it never does', async () => {
  await eachSeed(async seed => {
    for (const seals of [true, false]) {
      const gate = createGate()
      const { world, a, b, begin, told } = await setTable({ seed, ...(seals ? sealing : {}) })
      await begin(() => gate.opened, { ...press, payload: 1 })
      for (const tab of [a, b]) {
        expect(await told(tab, news)).toBe(seals ? 'joined' : 'buffered: news')
        expect(await told(tab, { ...automatic, payload: 1 })).toBe('joined')
      }
      for (const tab of [a, b])
        expect(await told(tab, { ...automatic, payload: 2 })).toBe('buffered: news')
      gate.open()
      await world.pass(60_000)
      expect(runsOf(world).map(({ payload }) => payload)).toEqual([1, 2])
    }
  })
})

test('running, not sealed | automatic: joins though the owner is dead, and another tab goes on with that run', async () => {
  await eachSeed(async seed => {
    const { world, a, b, begin, does, ask } = await setTable({ seed })
    const first = await begin(() => new Promise(() => undefined))
    does(() => undefined)
    world.kill(a)
    const joined = await ask(b, automatic)
    expect(joined.answer).toMatchObject({ decision: 'joined', runId: first.answer?.runId })
    await world.until('it is told', () => joined.outcome !== null)
    expect(runsOf(world)).toMatchObject([{ status: 'succeeded', takeovers: 1 }])
  })
})

test('running, not sealed | by the user: a double click joins in either tab; another payload is buffered', async () => {
  await eachSeed(async seed => {
    const gate = createGate()
    const { world, a, b, begin, told, calls } = await setTable({ seed })
    await begin(() => gate.opened, { ...press, payload: 1 })
    for (const tab of [a, b]) expect(await told(tab, press)).toBe('joined')
    for (const tab of [a, b])
      expect(await told(tab, { ...press, payload: 2 })).toBe('buffered: news')
    gate.open()
    await world.pass(60_000)
    expect(calls()).toBe(2)
    expect(runsOf(world).map(({ payload }) => payload)).toEqual([1, 2])
  })
})

test('running, sealed | automatic: what brings nothing joins, what may bring something is buffered for one follow-up', async () => {
  await eachSeed(async seed => {
    const gate = createGate()
    const { world, a, b, begin, told } = await setTable({ seed, ...sealing })
    await begin(sealedUntil(gate))
    await world.until('it is sealed', () => world.record(courses)?.run?.checkpoint.sealed === true)
    await world.settle()
    for (const tab of [a, b]) {
      expect(await told(tab, automatic)).toBe('joined')
      expect(await told(tab, news)).toBe('buffered: sealed')
      expect(await told(tab, { source: 'widget', brings: 'maybe' })).toBe('buffered: sealed')
    }
    gate.open()
    await world.pass(60_000)
    const sources = runsOf(world).map(
      ({ triggers }) => new Set(triggers.map(({ source }) => source)),
    )
    expect(sources).toEqual([new Set(['manual', 'widget']), new Set(['change', 'widget'])])
  })
})

test('running, sealed | by the user: a press is buffered in either tab, and both are told of the one follow-up', async () => {
  await eachSeed(async seed => {
    const gate = createGate()
    const { world, a, b, begin, ask } = await setTable({ seed, ...sealing })
    const first = await begin(sealedUntil(gate))
    await world.until('it is sealed', () => world.record(courses)?.run?.checkpoint.sealed === true)
    await world.settle()
    const later = [await ask(a, press), await ask(b, { ...press, brings: 'nothing' })]
    for (const { answer } of later)
      expect(answer).toMatchObject({ decision: 'buffered', reason: 'sealed' })
    gate.open()
    await world.pass(60_000)
    const [, followUp, ...more] = runsOf(world)
    expect(more).toEqual([])
    expect(followUp?.runId).not.toBe(first.answer?.runId)
    for (const { outcome } of later)
      expect(outcome).toMatchObject({ status: 'succeeded', runId: followUp?.runId })
  })
})

test('settling | by the user: a press is buffered while the settle is to be repeated, and runs once it has landed', async () => {
  await eachSeed(async seed => {
    const { world, a, told, calls } = await settling(seed)
    expect(await told(a, press)).toBe('buffered: sealed')
    await world.pass(60_000)
    expect([calls(), runsOf(world).length]).toEqual([2, 2])
  })
})

test('settling | automatic: what brings nothing joins while the settle is to be repeated, news is buffered', async () => {
  await eachSeed(async seed => {
    const { world, a, told, calls, view } = await settling(seed)
    // Nothing automatic reaches the store until it is known to be well again, which a press brings forward.
    expect(await told(a, press)).toBe('buffered: sealed')
    await world.until('it is known', () => view(a).store.state === 'ok')
    expect(calls()).toBe(1)
    expect(await told(a, automatic)).toBe('joined')
    expect(await told(a, news)).toBe('buffered: sealed')
    await world.pass(60_000)
    expect([calls(), runsOf(world).length]).toEqual([2, 2])
    expect(runsOf(world).map(({ triggers }) => triggers.map(({ source }) => source))).toEqual([
      ['manual', 'widget'],
      ['manual', 'change'],
    ])
  })
})

test('cancelling | automatic: what brings nothing is skipped, news is buffered and runs once the old stage has returned', async () => {
  await eachSeed(async seed => {
    const { world, a, b, cancelled, told, gate, calls } = await cancelling(seed)
    for (const tab of [a, b]) {
      expect(await told(tab, automatic)).toBe('skipped: cancelling')
      expect(await told(tab, news)).toBe('buffered: cancelling')
    }
    expect(calls()).toBe(1)
    gate.open()
    await world.pass(60_000)
    expect(cancelled.outcome?.status).toBe('cancelled')
    expect(runsOf(world).map(({ status }) => status)).toEqual(['cancelled', 'succeeded'])
  })
})

test('cancelling | by the user: a press is buffered, and is its own run once the old stage has returned', async () => {
  await eachSeed(async seed => {
    const { world, a, b, ask, gate, calls } = await cancelling(seed)
    const presses = [await ask(a, press), await ask(b, { ...press, brings: 'nothing' })]
    for (const { answer } of presses)
      expect(answer).toMatchObject({ decision: 'buffered', reason: 'cancelling' })
    expect(calls()).toBe(1)
    gate.open()
    await world.pass(60_000)
    expect(presses.map(({ outcome }) => outcome?.status)).toEqual(['succeeded', 'succeeded'])
    expect(runsOf(world).map(({ status }) => status)).toEqual(['cancelled', 'succeeded'])
  })
})

/** A run whose settle the store has refused. */
async function settling(seed: number) {
  const gate = createGate()
  const table = await setTable({ seed })
  const { world, a, begin } = table
  const first = await begin(() => gate.opened)
  world.breakStore(a, 'rejects')
  gate.open()
  // Refused twice by now, and repeated in a second and a half.
  await world.pass(1_500)
  world.breakStore(a, null)
  expect(world.record(courses)?.run?.runId).toBe(first.answer?.runId)
  return table
}

/** A run that somebody cancels, and whose stage has not returned. */
async function cancelling(seed: number) {
  const gate = createGate()
  const table = await setTable({ seed })
  const { world, b, begin } = table
  const cancelled = await begin(() => gate.opened)
  await world.act(b, 'cancel', registry => registry.cancel(courses))
  await world.until('all have heard of it', () => !world.isBusy())
  expect(world.record(courses)?.run?.cancel).toBeTruthy()
  return { ...table, gate, cancelled }
}

function sealedUntil({ opened }: { readonly opened: Promise<void> }) {
  return async (run: TableRun): Promise<void> => {
    await run.seal()
    await opened
  }
}
