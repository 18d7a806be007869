/** Registries for tests: one shared memory store each, no page; real time, or time by hand. */
import { onTestFinished } from 'vitest'
import { createTaskRegistry, type RegistryOptions, type TaskRegistry } from '../../src/index.ts'
import { createMemory, type Memory, memoryStore } from '../../src/store/memory.ts'
import {
  createTestRegistry,
  type TestRegistry,
  type TestRegistryOptions,
} from '../../src/testing/index.ts'

let named = 0

/** A registry of its own name (so that no channel is shared), closed with the test. */
export function buildRegistry(options: RegistryOptions = {}): TaskRegistry {
  const registry = createTaskRegistry({
    name: `test-${++named}`,
    store: memoryStore(createMemory()),
    onError: () => undefined,
    ...options,
  })
  closeWithTest(registry)
  return registry
}

/**
 * A registry whose time passes by `advance` only, closed with the test. Store, channel and locks
 * answer in microtasks: after `advance(0)` whatever was under way has happened.
 */
export function buildTimed(options: TestRegistryOptions = {}): TestRegistry {
  return withClosing(createTestRegistry({ onError: () => undefined, ...options }))
}

function withClosing(built: TestRegistry): TestRegistry {
  closeWithTest(built.registry)
  return { ...built, another: options => withClosing(built.another(options)) }
}

function closeWithTest(registry: TaskRegistry): void {
  onTestFinished(async () => {
    await registry.close({ force: true })
  })
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
