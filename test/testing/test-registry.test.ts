/** `createTestRegistry`, as an app's author uses it for the tests of a task. */
import { defineTask, TaskFailure, type TaskView } from 'leasehold'
import { createTestRegistry } from 'leasehold/testing'
import { expect, test } from 'vitest'

/** An app's task, with the calls that its test looks at. */
function noteSync() {
  const pulled: number[] = []
  let isWell = true
  const task = defineTask({
    scope: 'note_sync',
    retry: { baseMs: 1_000 },
    stages: stage => ({
      pulling: stage<number>(
        async run => {
          pulled.push(run.cursor ?? 0)
          if (!isWell) throw new TaskFailure('retryable', 'the server is down')
          await run.commit((run.cursor ?? 0) + 10)
        },
        { incremental: true },
      ),
    }),
  })
  return { task, pulled, setWell: (well: boolean) => void (isWell = well) }
}

test('a run goes through at once, and the next one starts at the bookmark', async () => {
  const { task, pulled } = noteSync()
  const { registry } = createTestRegistry({ tasks: [task] })
  await registry.signIn('u1')
  const first = await registry.trigger(task)
  expect(first.decision).toBe('started')
  expect(await first.done).toMatchObject({ status: 'succeeded' })
  const second = await registry.trigger(task)
  expect(await second.done).toMatchObject({ status: 'succeeded' })
  expect(pulled).toEqual([0, 10])
  await registry.close()
})

test('a second agent of the same origin sees the run, and a failure is retried by the hand-moved clock', async () => {
  const { task, pulled, setWell } = noteSync()
  const tab = createTestRegistry({ tasks: [task] })
  const other = tab.another()
  await tab.registry.signIn('u1')
  await other.registry.signIn('u1')
  const views: TaskView['status'][] = []
  other.registry.watch(task).subscribe(view => views.push(view.status))
  setWell(false)
  const { runId, done } = await tab.registry.trigger(task)
  expect(await done).toMatchObject({ status: 'waiting', reason: 'retry' })
  setWell(true)
  const ended = tab.registry.outcome(runId ?? '')
  await tab.advance(60_000)
  expect(await ended).toMatchObject({ status: 'succeeded' })
  expect(pulled).toEqual([0, 0])
  expect(views).toContain('running')
  expect(views).toContain('waiting')
  await other.registry.close()
  await tab.registry.close()
})

test('the network of the agent is set by hand', async () => {
  const { task } = noteSync()
  const { registry, environment } = createTestRegistry({ tasks: [task] })
  await registry.signIn('u1')
  environment.setOnline(false)
  const offline = await registry.trigger(task, { source: 'schedule' })
  expect(offline).toMatchObject({ decision: 'deferred', reason: 'offline' })
  environment.setOnline(true)
  environment.emit('online')
  const pressed = await registry.trigger(task)
  expect(['started', 'joined']).toContain(pressed.decision)
  expect(await pressed.done).toMatchObject({ status: 'succeeded' })
  await registry.close()
})

test('the same seed makes the same ids', async () => {
  const idOf = async (seed: number): Promise<string | undefined> => {
    const { task } = noteSync()
    const { registry } = createTestRegistry({ tasks: [task], seed })
    await registry.signIn('u1')
    const { runId, done } = await registry.trigger(task)
    await done
    await registry.close()
    return runId
  }
  expect(await idOf(7)).toBe(await idOf(7))
})
