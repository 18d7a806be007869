/** Exact numbers of transactions and timers. */
import { defineTask, type TaskRun } from 'leasehold'
import { type AgentApp, createStepCounter } from 'leasehold/testing'
import { expect, test } from 'vitest'
import { courses, createGate, setScene, waitingTask } from './support.ts'

const automatic = { source: 'online', brings: 'nothing' } as const

/** Transactions of one run whose only agent was idle before. */
async function transactionsOf(
  run: (run: TaskRun<null, null, null>, app: AgentApp) => Promise<void>,
): Promise<number> {
  const counter = createStepCounter()
  const { world, open } = setScene({
    tasks: app => [
      defineTask({ scope: 'course_sync', seal: 'manual', run: each => run(each as never, app) }),
    ],
  })
  const a = await open('a', counter)
  const before = counter.count('store')
  const trigger = await world.trigger(a, courses)
  await world.until('it is told', () => trigger.outcome !== null)
  await world.settle()
  expect(trigger.outcome?.status).toBe('succeeded')
  return counter.count('store') - before
}

test('a run that writes nothing takes two transactions: acquire and settle', async () => {
  expect(await transactionsOf(async () => undefined)).toBe(2)
})

test('commit and seal take one transaction each, and together one', async () => {
  expect(await transactionsOf(run => run.commit(null))).toBe(3)
  expect(await transactionsOf(run => run.seal())).toBe(3)
  expect(await transactionsOf(run => run.commit(null, { seal: true }))).toBe(3)
  expect(await transactionsOf(run => run.commit(null, { last: true, seal: true }))).toBe(3)
})

test('headers, ensure and progress take none while the lease is trusted', async () => {
  const free = async (run: TaskRun<null, null, null>) => {
    await run.headers('e1')
    await run.ensure(1_000)
    run.progress({ done: 1 })
  }
  expect(await transactionsOf(free)).toBe(2)
})

test('a renewal takes one transaction, a quarter of the ttl after the last write', async () => {
  const wait = (app: AgentApp, ms: number) =>
    new Promise<void>(resolve => app.clock.setTimer(ms, resolve))
  expect(await transactionsOf((_, app) => wait(app, 13_000))).toBe(2)
  expect(await transactionsOf((_, app) => wait(app, 17_000))).toBe(3)
  expect(await transactionsOf((_, app) => wait(app, 34_000))).toBe(4)
})

test('a stage that returns takes one transaction, the last of them is the settle', async () => {
  const counter = createStepCounter()
  const { world, open } = setScene({
    tasks: () => [
      defineTask({
        scope: 'course_sync',
        stages: stage => ({
          one: stage(() => undefined),
          two: stage(() => undefined),
          three: stage(() => undefined),
        }),
      }),
    ],
  })
  const a = await open('a', counter)
  const before = counter.count('store')
  const trigger = await world.trigger(a, courses)
  await world.until('it is told', () => trigger.outcome !== null)
  await world.settle()
  expect(counter.count('store') - before).toBe(1 + 2 + 1)
})

test('joining from another tab takes one transaction, joining the own trusted run none', async () => {
  const gate = createGate()
  const [counterA, counterB] = [createStepCounter(), createStepCounter()]
  const { world, open } = setScene({ tasks: () => [waitingTask(() => gate)] })
  const a = await open('a', counterA)
  const b = await open('b', counterB)
  await world.trigger(a, courses)
  await world.settle()
  const [before, beforeB] = [counterA.count('store'), counterB.count('store')]
  const own = await world.trigger(a, courses, automatic)
  const other = await world.trigger(b, courses, automatic)
  await world.settle()
  expect([own.answer?.decision, other.answer?.decision]).toEqual(['joined', 'joined'])
  expect(counterA.count('store') - before).toBe(0)
  expect(counterB.count('store') - beforeB).toBe(1)
  gate.open()
  await world.until('both are told', () => own.outcome !== null && other.outcome !== null)
})

test('ten thousand duplicates in the tab of the owner acquire nothing and write nothing', async () => {
  const gate = createGate()
  const counter = createStepCounter()
  const { world, open } = setScene({ tasks: () => [waitingTask(() => gate)] })
  const a = await open('a', counter)
  await world.trigger(a, courses)
  await world.settle()
  const before = counter.count('store')
  const asked = await world.act(a, 'ten thousand triggers', registry =>
    Promise.all(Array.from({ length: 10_000 }, () => registry.trigger(courses, automatic))),
  )
  await world.settle()
  expect(asked.value).toHaveLength(10_000)
  expect(new Set(asked.value?.map(answer => answer.decision))).toEqual(new Set(['joined']))
  expect(counter.count('store') - before).toBe(0)
  gate.open()
  await world.pass(100)
  expect(world.history(courses)).toHaveLength(1)
  const notes = world.history(courses)[0]?.triggers.find(note => note.source === 'online')
  expect(notes?.count).toBe(10_000)
})

test('duplicates that change nothing take at most one transaction in 100 ms', async () => {
  const gate = createGate()
  const counter = createStepCounter()
  const { world, open } = setScene({ tasks: () => [waitingTask(() => gate)] })
  const a = await open('a')
  const b = await open('b', counter)
  await world.trigger(a, courses)
  await world.settle()
  const before = counter.count('store')
  for (let ms = 0; ms < 1_000; ms += 10) {
    await world.trigger(b, courses, automatic)
    await world.trigger(b, courses, automatic)
    await world.pass(10)
  }
  await world.pass(200)
  expect(counter.count('store') - before).toBeLessThanOrEqual(12)
  const notes = world.record(courses)?.run?.triggers.find(note => note.source === 'online')
  expect(notes?.count).toBe(200)
  gate.open()
  await world.settle()
})

test('an idle agent makes no transaction and has no timer', async () => {
  const counter = createStepCounter()
  const { world, open } = setScene()
  const a = await open('a', counter)
  const b = await open('b', counter)
  const trigger = await world.trigger(a, courses)
  await world.until('it is told', () => trigger.outcome !== null)
  await world.pass(2_000)
  expect([a.timers(), b.timers()]).toEqual([0, 0])
  const before = counter.steps.length
  await world.pass(60 * 60_000)
  expect(counter.steps.length).toBe(before)
})
