// Is what `watch` returns a store of Svelte?
import { derived, get, type Readable } from 'svelte/store'
import { expect, test } from 'vitest'
import { defineTask, type TaskView } from '../../src/index.ts'
import { buildTimed } from '../registry/build.ts'
import { countWatches } from '../registry/live-watches.ts'

const task = defineTask({ scope: 'sync', run: () => undefined })

test('a subscriber is called before subscribing returns, and what that returns ends it', async () => {
  const { registry, advance } = buildTimed({ tasks: [task] })
  await registry.signIn('ada')
  await advance(0)
  const told: TaskView[] = []
  const subscription = registry.watch(task).subscribe(view => told.push(view))
  expect(told).toEqual([registry.snapshot(task)])
  subscription.unsubscribe()
  subscription.unsubscribe()
  await (await registry.trigger(task)).done
  await advance(0)
  expect(told).toHaveLength(1)
})

test("Svelte's own functions read it, follow it, and leave no subscription", async () => {
  const tab = buildTimed({ tasks: [task] })
  const { registry, live } = countWatches(tab.registry)
  // A component reads it as `$view`; for these functions Svelte's types know only its own stores.
  const view = registry.watch(task) as unknown as Readable<TaskView>
  expect([get(view).status, live()]).toEqual(['signed-out', 0])
  const seen: string[] = []
  const stop = derived(view, ({ status }) => status).subscribe(status => seen.push(status))
  await registry.signIn('ada')
  await tab.advance(0)
  expect(seen).toEqual(['signed-out', 'loading', 'idle'])
  stop()
  expect(live()).toBe(0)
})
