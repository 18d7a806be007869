/** Which events of a page a registry listens to. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTaskRegistry, defineTask } from '../../src/index.ts'
import { every, foreground, online } from '../../src/trigger/index.ts'

test('C15 no listener that keeps a page out of the back-forward cache, and none is left after close', async () => {
  const added: string[] = []
  const removed: string[] = []
  for (const target of [window, document]) {
    const { addEventListener, removeEventListener } = target
    vi.spyOn(target, 'addEventListener').mockImplementation((type, ...rest) => {
      added.push(type)
      addEventListener.call(target, type, ...(rest as [EventListener]))
    })
    vi.spyOn(target, 'removeEventListener').mockImplementation((type, ...rest) => {
      removed.push(type)
      removeEventListener.call(target, type, ...(rest as [EventListener]))
    })
  }
  onTestFinished(() => void vi.restoreAllMocks())

  const task = defineTask({
    scope: 'sync',
    triggers: [foreground(), online(), every(60_000)],
    run: () => undefined,
  })
  const registry = createTaskRegistry({ name: 'page-listeners', tasks: [task] })
  await registry.signIn('ada')
  const { done } = await registry.trigger(task)
  await done
  expect(added).toContain('pagehide')
  expect(added).toContain('visibilitychange')
  expect(added).not.toContain('unload')
  expect(added).not.toContain('beforeunload')
  await registry.close()
  expect(removed.toSorted()).toEqual(added.toSorted())
})
