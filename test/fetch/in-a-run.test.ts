/** What a run does after a request of `leasehold/fetch` failed. */
import { expect, test } from 'vitest'
import { fetchFor } from 'leasehold/fetch'
import { defineTask, type TaskRegistry } from '../../src/index.ts'
import { buildTimed } from '../registry/build.ts'

type Answer = () => Promise<Response>

/** The statuses that a server answers with, one after the other; then it is well. */
async function setUp(answers: readonly Answer[]) {
  const errors: unknown[] = []
  const left = [...answers]
  const task = defineTask({
    scope: 'sync',
    async run(run) {
      const fetch = fetchFor(run, {
        fetch: () => (left.shift() ?? answering(200))(),
      })
      await fetch('/api/edits', { method: 'POST', part: 'e1' })
    },
  })
  const tab = buildTimed({ tasks: [task], onError: error => errors.push(error) })
  await tab.registry.signIn('ada')
  return { ...tab, task, errors, view: () => viewOf(tab.registry, task) }
}

function viewOf(registry: TaskRegistry, task: Parameters<TaskRegistry['watch']>[0]) {
  let status: unknown = null
  registry.watch(task).subscribe(view => {
    const { status: now, reason, nextAttemptAt, last } = view
    status = { status: now, reason, nextAttemptAt, last }
  })
  return status
}

function answering(status: number, headers: Record<string, string> = {}): Answer {
  return () => Promise.resolve(new Response(null, { status, headers }))
}

const unanswered: Answer = () => Promise.reject(new TypeError('Failed to fetch'))

test.each([
  [429, 'rate-limited'],
  [401, 'auth'],
  [500, 'retry'],
  [511, 'offline'],
])('after a %i it waits: %s', async (status, reason) => {
  const { registry, task, advance } = await setUp([answering(status)])
  const { done } = await registry.trigger(task)
  await advance(0)
  expect(await done).toMatchObject({ status: 'waiting', reason })
})

test.each([
  [400, 'fatal'],
  [403, 'fatal'],
  [409, 'fatal'],
  [412, 'fence-rejected'],
  [422, 'fatal'],
])('after a %i it has failed: %s', async (status, failureClass) => {
  const { registry, task, advance } = await setUp([answering(status)])
  const { done } = await registry.trigger(task)
  await advance(0)
  expect(await done).toMatchObject({ status: 'failed', cause: 'fatal', error: { failureClass } })
})

test('no answer is a failure of the network: retried, and reported to nobody', async () => {
  const { registry, task, advance, errors } = await setUp([unanswered])
  const { done } = await registry.trigger(task)
  await advance(0)
  expect(await done).toMatchObject({ status: 'waiting', reason: 'retry' })
  await advance(2_000)
  expect((await registry.history(task)).runs).toMatchObject([{ status: 'succeeded', attempts: 2 }])
  expect(errors).toEqual([])
})

test('no answer while the browser says offline is offline', async () => {
  const { registry, task, advance, environment } = await setUp([unanswered])
  environment.setOnline(false)
  const { done } = await registry.trigger(task)
  await advance(0)
  expect(await done).toMatchObject({ status: 'waiting', reason: 'offline' })
})

test('no answer right after a resume is tried again after half a second', async () => {
  const { registry, task, advance, environment, clock } = await setUp([unanswered])
  environment.emit('resume')
  const { done } = await registry.trigger(task)
  await advance(0)
  expect(await done).toMatchObject({ nextAttemptAt: clock.now() + 500 })
  await advance(600)
  expect((await registry.history(task)).runs).toMatchObject([{ status: 'succeeded', attempts: 2 }])
})
