/** A world with the sync app, ready for a named case. */
import { type AnyTask } from 'leasehold'
import { type AgentApp, createWorld, type SimAgent, type StepCounter, type World, type WorldOptions } from 'leasehold/testing'
import type { TriggerSource } from 'leasehold/triggers'
import { courseSync, createSyncWorld, type SyncWorld } from './sync-app.ts'

export const courses = 'u1|course_sync'

/** A world, and what its app and its server hold. */
export interface Scene {
  readonly world: World
  readonly sync: SyncWorld
  /** An agent on which `u1` has signed in. */
  open(name: string, counter?: StepCounter): Promise<SimAgent>
}

export interface SceneOptions extends Partial<Omit<WorldOptions, 'tasks'>> {
  readonly triggers?: readonly TriggerSource[]
  readonly tasks?: (app: AgentApp, sync: SyncWorld) => readonly AnyTask[]
}

/** All promise reactions run before the next turn of the loop. */
export const drain = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

/** Sets the scene: nobody is there yet. */
export function setScene(options: SceneOptions = {}): Scene {
  const { triggers = [], tasks, ...worldOptions } = options
  const sync = createSyncWorld()
  const world = createWorld({
    seed: 1,
    server: sync.server,
    drain,
    ...worldOptions,
    tasks: app => tasks?.(app, sync) ?? [courseSync(sync, app, triggers)],
  })
  return {
    world,
    sync,
    async open(name, counter) {
      const agent = await world.spawn(name, counter)
      await world.settle()
      await world.act(agent, 'sign in', registry => registry.signIn('u1'))
      await world.settle()
      return agent
    },
  }
}

/** The same story under several orders of events. */
export const seeds: readonly number[] = Array.from({ length: 20 }, (_, index) => index + 1)
