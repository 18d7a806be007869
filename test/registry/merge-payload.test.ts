import { expect, test } from 'vitest'
import { defineTask, type } from '../../src/index.ts'
import { buildRegistry } from './build.ts'

/** A task whose first run waits until it is let go. */
function buildTask(mergePayload: (older: number[], newer: number[]) => number[]) {
  let letGo: () => void = () => undefined
  const held = new Promise<void>(resolve => {
    letGo = resolve
  })
  const seen: number[][] = []
  const task = defineTask({
    scope: 'merge',
    payload: type<number[]>(),
    mergePayload,
    run: async run => {
      seen.push(run.payload)
      if (seen.length === 1) await held
    },
  })
  return { task, seen, letGo }
}

test('payloads that come while another is worked on reach one follow-up, merged in order', async () => {
  const { task, seen, letGo } = buildTask((older, newer) => [...older, ...newer])
  const registry = buildRegistry({ tasks: [task] })
  await registry.signIn('ada')
  await registry.trigger(task, { payload: [1] })
  await registry.trigger(task, { payload: [2] })
  const last = await registry.trigger(task, { payload: [3] })
  letGo()
  expect(await last.done).toMatchObject({ status: 'succeeded' })
  expect(seen).toEqual([[1], [2, 3]])
})

test('a mergePayload that throws fails the follow-up with its error, and nothing else', async () => {
  const { task, seen, letGo } = buildTask(() => {
    throw new Error('cannot merge')
  })
  const registry = buildRegistry({ tasks: [task] })
  await registry.signIn('ada')
  const first = await registry.trigger(task, { payload: [1] })
  await registry.trigger(task, { payload: [2] })
  const last = await registry.trigger(task, { payload: [3] })
  letGo()
  expect(await first.done).toMatchObject({ status: 'succeeded' })
  expect(await last.done).toMatchObject({
    status: 'failed',
    cause: 'fatal',
    error: { message: 'cannot merge' },
  })
  expect(seen).toEqual([[1]])
  expect(await (await registry.trigger(task, { payload: [4] })).done).toMatchObject({
    status: 'succeeded',
  })
})
