/** A registry for the tests of an app's own tasks: everything in memory, time by hand. */
import type { AgentKind } from '../model/lease.ts'
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
  /** What the agent lives in; in a service worker it runs during events only. Default `tab`. */
  readonly kind?: AgentKind
  /** Same seed, same random numbers; ids are numbered, whatever it is. Default 1. */
  readonly seed?: number
}

/** Registries of one origin that see each other, as tabs do. */
export interface TestRegistry {
  readonly registry: TaskRegistry
  /** The clock, unless another was passed. */
  readonly clock: ManualClock
  /** Visibility and network of this agent. */
  readonly environment: SimEnvironment
  /** Lets so much time pass, ms: each timer fires at its instant, and what it starts happens. */
  advance(ms: number): Promise<void>
  /** One more agent of the same origin and clock. */
  another(options?: TestRegistryOptions): TestRegistry
}

/** So many turns of the event loop are given to what a timer starts. */
const turns = 10

/**
 * Makes a registry with a memory store, locks and channel in this process, a manual clock, seeded
 * random numbers and numbered ids.
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

  async function settle(): Promise<void> {
    for (let turn = 0; turn < turns; turn++) await new Promise<void>(startTask)
  }

  async function advance(ms: number): Promise<void> {
    const until = manual.monotonic() + ms
    for (;;) {
      await settle()
      const left = until - manual.monotonic()
      const next = manual.nextTimerInMs()
      if (next === null || next > left) return manual.advance(left)
      manual.advance(next)
    }
  }

  function make({ seed = 1, kind = 'tab', ...given }: TestRegistryOptions): TestRegistry {
    const member = `test-${++members}`
    const environment = createSimEnvironment(member, startTask, new Map(), kind)
    const registry = createTaskRegistry({
      store: memoryStore(memory),
      channel: channels.factoryFor(member),
      presence: locks.presenceFor(member),
      clock: manual,
      random: seededRandom(seed + members, member),
      environment,
      ...given,
    })
    const another = (more: TestRegistryOptions = {}) => make({ ...options, ...more })
    return { registry, clock: manual, environment, advance, another }
  }

  return make(options)
}
