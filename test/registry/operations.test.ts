/** What is said of a store that does not answer, and what is done. */
import { expect, test } from 'vitest'
import { createOperations } from '../../src/registry/operations.ts'
import type { OperationOptions } from '../../src/port/store.ts'
import { createManualClock } from '../../src/testing/index.ts'
import { rejectionOf } from './build.ts'

function build(ask: () => Promise<unknown> = () => new Promise(() => undefined)) {
  const clock = createManualClock()
  const health: string[] = []
  const errors: unknown[] = []
  const operations = createOperations(clock, ask, {
    onHealth: ({ state }) => void health.push(state),
    onError: error => void errors.push(error),
  })
  return { clock, health, errors, operations }
}

/** An operation that rejects when it is aborted, and lands when the test says so. */
function anOperation() {
  let land: () => void = () => undefined
  let given!: OperationOptions
  const work = (options: OperationOptions): Promise<string> => {
    given = options
    return new Promise((resolve, reject) => {
      land = () => resolve('landed')
      options.signal?.addEventListener('abort', () => reject(options.signal?.reason as Error))
    })
  }
  return { work, land: () => land(), begin: () => given.onBegin?.(), options: () => given }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
}

test('an operation that fell silent inside its transaction is aborted after 5 s', async () => {
  const { clock, health, errors, operations } = build()
  const one = anOperation()
  const answer = operations.watched(one.work)
  const failed = rejectionOf(answer)
  clock.advance(2_000)
  one.begin()
  clock.advance(4_999)
  await settle()
  expect(errors).toEqual([])
  clock.advance(1)
  expect(one.options().signal?.aborted).toBe(true)
  expect(await failed).toMatchObject({ code: 'store-unavailable' })
  expect([health, errors.length]).toEqual([['unavailable'], 1])
})

test('an operation that only waits is told of after 5 s, once, is not aborted, and lands', async () => {
  const { clock, health, errors, operations } = build()
  const one = anOperation()
  let overdue = 0
  const answer = operations.watched(one.work, () => overdue++)
  clock.advance(4_999)
  expect([overdue, health]).toEqual([0, []])
  clock.advance(60_000)
  expect([overdue, health, one.options().signal?.aborted]).toEqual([1, ['waiting'], false])
  one.begin()
  one.land()
  expect(await answer).toBe('landed')
  expect([health, errors, clock.timers()]).toEqual([['waiting', 'ok'], [], 0])
})

test('one broken spell is reported once, and over when the store says that it is back', async () => {
  const { clock, health, errors, operations } = build(() => Promise.resolve())
  const fail = (): Promise<never> => Promise.reject(new Error('a full disk'))
  for (let time = 0; time < 3; time++)
    await expect(operations.watched(fail)).rejects.toMatchObject({ code: 'store-failed' })
  await operations.watched(() => Promise.resolve('landed'))
  expect(health).toEqual(['unavailable'])
  clock.advance(1_000)
  await settle()
  expect([health, errors.length]).toEqual([['unavailable', 'ok'], 1])
})

test('after the end nothing begins, and what waits is let go', async () => {
  const { operations } = build()
  const waiting = operations.watched(anOperation().work)
  const refused = rejectionOf(waiting)
  operations.end()
  expect(await refused).toMatchObject({ code: 'closed' })
  await expect(operations.watched(() => Promise.resolve(1))).rejects.toMatchObject({
    code: 'closed',
  })
})
