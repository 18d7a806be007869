/** Registries for tests: one shared memory store each, real time, no page. */
import { onTestFinished } from 'vitest'
import { createTaskRegistry, type RegistryOptions, type TaskRegistry } from '../../src/index.ts'
import { createMemory, type Memory, memoryStore } from '../../src/store/memory.ts'

let named = 0

/** A registry of its own name (so that no channel is shared), closed with the test. */
export function buildRegistry(options: RegistryOptions = {}): TaskRegistry {
  const registry = createTaskRegistry({
    name: `test-${++named}`,
    store: memoryStore(createMemory()),
    onError: () => undefined,
    ...options,
  })
  onTestFinished(async () => {
    await registry.close({ force: true })
  })
  return registry
}

/** Agents that share a store and a channel. */
export function buildAgents(
  count: number,
  options: RegistryOptions,
  memory: Memory = createMemory(),
): TaskRegistry[] {
  const name = `test-${++named}`
  return Array.from({ length: count }, () =>
    buildRegistry({ ...options, name, store: memoryStore(memory) }),
  )
}

/** What a promise rejects with. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'it resolved',
    (error: unknown) => error,
  )
}

/** What a call throws. */
export function thrownBy(call: () => unknown): unknown {
  try {
    call()
  } catch (error) {
    return error
  }
  return 'it returned'
}
