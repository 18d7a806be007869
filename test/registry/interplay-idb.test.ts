/** How a registry ends whose database never opened. */
import { expect, test } from 'vitest'
import '../store/fake-idb.ts'
import { createTaskRegistry, defineTask } from '../../src/index.ts'

test('a forced close ends though the database never opened for whoever reads a history', async () => {
  const real = indexedDB.open
  // `open()` that never answers (seen in Safari).
  const silent = Object.create(IDBOpenDBRequest.prototype, {
    addEventListener: { value: () => undefined },
    removeEventListener: { value: () => undefined },
  }) as IDBOpenDBRequest
  indexedDB.open = () => silent
  try {
    const task = defineTask({ scope: 'sync', run: () => undefined })
    const registry = createTaskRegistry({
      name: `silent-${crypto.randomUUID()}`,
      tasks: [task],
      onError: () => undefined,
    })
    void registry.history('ada|sync').catch(() => undefined)
    await Promise.resolve()
    expect(await registry.close({ force: true })).toEqual([])
  } finally {
    indexedDB.open = real
  }
}, 3_000)
