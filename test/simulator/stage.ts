/** What a history is played on: a world with the sync app, and who of it is there. */
import type { AnyTask } from 'leasehold'
import {
  type AgentApp,
  createWorld,
  keyOf,
  type SimAgent,
  type SimTrigger,
  type World,
} from 'leasehold/testing'
import { every, foreground, online } from 'leasehold/triggers'
import type { Action, Plan } from './actions.ts'
import { drain } from './drain.ts'
import { courseSync, createSyncWorld, messageSync, reportSync, type SyncWorld } from './sync-app.ts'

/** The newest version of the app. */
export const newestVersion = 2

const debounce = { debounceMs: 4_000, maxWaitMs: 15_000 }

/** A history while it is played. */
export interface Stage {
  readonly world: World
  readonly sync: SyncWorld
  readonly plan: Plan
  readonly did: Map<string, number>
  /** What was done so far. */
  readonly done: Action[]
  /** How far the wall clock is from where it would be. */
  readonly wall: { aheadMs: number }
  /** Agents on which nothing starts any more. */
  readonly ended: Set<SimAgent>
  /** Edits that were in the outbox when a trigger that may bring something was asked. */
  readonly brought: Map<SimTrigger, readonly string[]>
}

/** Sets the stage of a plan; nobody is there. */
export function createStage(plan: Plan): Stage {
  const sync = createSyncWorld()
  sync.rows = 1
  if (plan.worker) sync.workerPageMs = plan.worker.pageMs
  if (plan.worker?.pageMs === 4_000) sync.rows = 24
  const world = createWorld({
    seed: plan.seed,
    server: sync.server,
    drain,
    channel: plan.channel,
    locks: plan.locks,
    monotonic: plan.monotonic,
    ...(plan.worker ? { isWorker: name => name.startsWith('w') } : {}),
    registry: name => ({
      accounts: plan.accounts,
      ...(plan.crowded && !name.startsWith('c') ? { maxConcurrent: 1 } : {}),
    }),
    tasks: app => [
      courseSync(sync, app, plan.armed ? [foreground(), online(), every(15 * 60_000)] : [], {
        retry: { attempts: 4, baseMs: 1_000, capMs: 60_000 },
        version: app.version,
        ...(plan.debounced ? debounce : {}),
      }),
      ...secondTask(sync, app, plan),
    ],
  })
  const wall = { aheadMs: 0 }
  const did = new Map<string, number>()
  if (!plan.channel) did.set('a world without a channel', 1)
  if (plan.versions) did.set('a world with two versions of the app', 1)
  if (plan.debounced) did.set('a world with debounced tasks', 1)
  if (plan.crowded) did.set('a world with agents that run one key at once', 1)
  if (plan.worker) did.set('a world with a service worker', 1)
  if (!plan.locks) did.set('a world without locks', 1)
  return { world, sync, plan, wall, did, done: [], ended: new Set(), brought: new Map() }
}

function secondTask(
  sync: SyncWorld,
  app: AgentApp,
  { second, armed, debounced }: Plan,
): readonly AnyTask[] {
  switch (second) {
    case 'message_sync':
      return [messageSync(sync, app, armed ? [every(60 * 60_000, { missed: 'all' })] : [])]
    case 'report_sync':
      return [reportSync(app, () => sync.trouble === 'slow', debounced ? debounce : {})]
    case null:
      return []
  }
}

/** One more agent, on which `u1` signs in. `version`: of its app; default either, or the newest. */
export async function enter(stage: Stage, name: string, version?: number): Promise<void> {
  const { world, plan } = stage
  const either = plan.versions ? world.random.pick([1, newestVersion]) : newestVersion
  const agent = await world.spawn(name, undefined, version ?? either)
  await world.act(agent, 'sign in u1', registry => registry.signIn('u1'))
  watch(stage, agent, 'u1')
}

/** The agent shows what that user's tasks do. */
export function watch({ world, plan }: Stage, agent: SimAgent, userId: string): void {
  if (!plan.watched || agent.state() !== 'live') return
  for (const { scope } of agent.tasks) world.watch(agent, keyOf(userId, scope))
}

/** Agents on which something may start, the newest version of the app first. */
export function awake({ world, ended }: Stage): readonly SimAgent[] {
  return world
    .agents()
    .filter(agent => agent.state() === 'live' && !ended.has(agent))
    .toSorted((a, b) => b.app.version - a.app.version)
}

/** Those of them that are pages, from which it may be expected that things go on. */
export function awakePages(stage: Stage): readonly SimAgent[] {
  return awake(stage).filter(agent => agent.kind !== 'service-worker')
}
