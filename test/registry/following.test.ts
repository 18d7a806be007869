/** What a watcher by task is told while its user comes and goes. */
import { expect, test } from 'vitest'
import { defineTask, type TaskView } from '../../src/index.ts'
import { buildTimed } from './build.ts'

const task = defineTask({ scope: 'sync', run: () => undefined })

test('while nobody is signed in a snapshot is the same reference each time, which is what a watcher was told', () => {
  const { registry } = buildTimed({ tasks: [task] })
  const views: TaskView[] = []
  registry.watch(task).subscribe(view => views.push(view))
  expect(registry.snapshot(task).status).toBe('signed-out')
  expect(registry.snapshot(task)).toBe(registry.snapshot(task))
  expect(views).toEqual([registry.snapshot(task)])
  expect(views[0]).toBe(registry.snapshot(task))
})

test('by task and user it goes on when that user comes back; by key it is over', async () => {
  const { registry, advance } = buildTimed({ tasks: [task], accounts: 'many' })
  await registry.signIn('ada')
  await registry.signIn('bea')
  await advance(0)
  const told: Record<'task' | 'key', string[]> = { task: [], key: [] }
  const tell = (to: 'task' | 'key') => ({
    next: (view: TaskView) => told[to].push(view.status),
    complete: () => told[to].push('complete'),
  })
  registry.watch(task, { userId: 'ada' }).subscribe(tell('task'))
  registry.watch({ userId: 'ada', scope: 'sync' }).subscribe(tell('key'))
  await registry.signOut('ada')
  await advance(0)
  await registry.signIn('ada')
  await advance(0)
  expect(told).toEqual({
    task: ['idle', 'signed-out', 'idle'],
    key: ['idle', 'signed-out', 'complete'],
  })
})
