/** A registry for the tests of an app's own tasks: everything in memory, time by hand. */
import type { Clock } from '../port/clock.ts'
import { createTaskRegistry } from '../registry/create-registry.ts'
import type { RegistryOptions } from '../registry/options.ts'
import type { TaskRegistry } from '../registry/task-registry.ts'
import { createTaskStarter } from '../platform/start-task.ts'
import { createMemory, memoryStore } from '../store/memory.ts'
import { createLocalChannels } from './local-channel.ts'
import { createLocalLocks } from './local-locks.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'
import { seededRandom } from './seeded-random.ts'
import { createSimEnvironment, type SimEnvironment } from './sim-environment.ts'

/** Whatever is given replaces the part of that name. */
export interface TestRegistryOptions extends Omit<RegistryOptions, 'clock'> {
  /** Default: a new manual clock. Pass `systemClock()` of the app, or any other, for real time. */
  readonly clock?: Clock
  /** Same seed, same ids and random numbers. Default 1. */
  readonly seed?: number
}

/** Registries of one origin that see each other, as tabs do. */
export interface TestRegistry {
  readonly registry: TaskRegistry
  /** The clock, unless another was passed. */
  readonly clock: ManualClock
  /** Visibility and network of this agent. */
  readonly environment: SimEnvironment
  /** One more agent of the same origin and clock. */
  another(options?: TestRegistryOptions): TestRegistry
}

/**
 * Makes a registry with a memory store, locks and channel in this process, a manual clock and
 * seeded ids.
 *
 * @example
 * const { registry } = createTestRegistry({ tasks: [courseSync] })
 * await registry.signIn('u1')
 * const { done } = await registry.trigger(courseSync)
 * expect(await done).toMatchObject({ status: 'succeeded' })
 * await registry.close()
 */
export function createTestRegistry(options: TestRegistryOptions = {}): TestRegistry {
  const memory = createMemory()
  const channels = createLocalChannels()
  const locks = createLocalLocks()
  const manual = createManualClock()
  const startTask = createTaskStarter()
  let members = 0

  function make({ seed = 1, ...given }: TestRegistryOptions): TestRegistry {
    const member = `test-${++members}`
    const environment = createSimEnvironment(member, startTask)
    const registry = createTaskRegistry({
      store: memoryStore(memory),
      channel: channels.factoryFor(member),
      presence: locks.presenceFor(member),
      clock: manual,
      random: seededRandom(seed + members, member),
      environment,
      ...given,
    })
    return { registry, clock: manual, environment, another: more => make({ ...options, ...more }) }
  }

  return make(options)
}
