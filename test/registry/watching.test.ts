/** Who is still listened for when several watchers end each other. */
import { expect, test } from 'vitest'
import { defineTask, type TaskView } from '../../src/index.ts'
import type { KnownKey } from '../../src/registry/mirror.ts'
import { createWatching, type WatchingDeps } from '../../src/registry/watching.ts'

test('a watcher that another one ended, while both were told of a sign-in, listens for nothing', () => {
  const task = defineTask({ scope: 'sync', run: () => undefined })
  const view = { status: 'idle', userId: 'ada' } as TaskView
  let known: KnownKey | null = null
  let listening = 0
  const watching = createWatching({
    tasks: new Map([['sync', task]]),
    targets: { find: () => ({ task, known }) },
    views: {
      get: () => view,
      ofNobody: () => view,
      listen() {
        listening++
        return () => void listening--
      },
    },
    mirror: { user: () => null },
    ledger: { health: () => ({ state: 'ok' }) },
    closing: { isClosed: () => false },
    askProgress: () => undefined,
    onListening: () => undefined,
  } as unknown as WatchingDeps)
  const first = watching.watch(task).subscribe(() => known && second.unsubscribe())
  const second = watching.watch(task).subscribe()
  known = { key: 'ada|sync' } as KnownKey
  watching.followSession()
  expect(listening).toBe(1)
  first.unsubscribe()
  expect(listening).toBe(0)
})
