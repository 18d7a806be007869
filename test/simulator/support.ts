/** A world with the sync app, ready for a named case. */
import { type AnyTask, defineTask, type HistoryRow } from 'leasehold'
import {
  type AgentApp,
  createWorld,
  type SimAgent,
  type SimTrigger,
  type StepCounter,
  type World,
  type WorldOptions,
} from 'leasehold/testing'
import type { TriggerSource } from 'leasehold/triggers'
import { drain } from './drain.ts'
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
const seeds: readonly number[] = Array.from({ length: 6 }, (_, index) => index + 1)

/** Tells the same story under several orders of events. */
export async function eachSeed(story: (seed: number) => Promise<void>): Promise<void> {
  for (const seed of seeds) await story(seed)
}

/** Finished runs of a key, the oldest first. */
export function runsOf(world: World, key: string = courses): readonly HistoryRow[] {
  return world.history(key)
}

/** What was decided, in alphabetical order. */
export function decisionsOf(triggers: readonly SimTrigger[]): readonly (string | undefined)[] {
  return triggers
    .map(trigger => `${trigger.answer?.decision}`)
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
}

/** Something that stages wait for until the test opens it. */
export interface Gate {
  readonly opened: Promise<void>
  open(): void
}

/** Makes a closed gate. */
export function createGate(): Gate {
  let open: () => void = () => undefined
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return { opened, open: () => open() }
}

/** A task of one step that waits for the gate, and never mind its signal. */
export function waitingTask(gate: () => Gate, triggers: readonly TriggerSource[] = []): AnyTask {
  return defineTask({ scope: 'course_sync', triggers, run: () => gate().opened })
}
