/** What a history is played on: a world with the sync app, and who of it is there. */
import type { AnyTask } from 'leasehold'
import {
  type AgentApp,
  createWorld,
  type SimAgent,
  type SimTrigger,
  type World,
} from 'leasehold/testing'
import { every, foreground, online } from 'leasehold/triggers'
import type { Plan } from './actions.ts'
import { drain } from './drain.ts'
import { courseSync, createSyncWorld, messageSync, reportSync, type SyncWorld } from './sync-app.ts'

/** A history while it is played. */
export interface Stage {
  readonly world: World
  readonly sync: SyncWorld
  readonly plan: Plan
  readonly did: Map<string, number>
  /** Agents on which nothing starts any more. */
  readonly ended: Set<SimAgent>
  /** Edits that were in the outbox when a trigger that may bring something was asked. */
  readonly brought: Map<SimTrigger, readonly string[]>
}

/** Sets the stage of a plan; nobody is there. */
export function createStage(plan: Plan): Stage {
  const sync = createSyncWorld()
  sync.rows = 1
  const world = createWorld({
    seed: plan.seed,
    server: sync.server,
    drain,
    channel: plan.channel,
    locks: plan.locks,
    registry: { accounts: plan.accounts },
    tasks: app => [
      courseSync(sync, app, plan.armed ? [foreground(), online(), every(15 * 60_000)] : [], {
        retry: { attempts: 4, baseMs: 1_000, capMs: 60_000 },
      }),
      ...secondTask(sync, app, plan),
    ],
  })
  return { world, sync, plan, did: new Map(), ended: new Set(), brought: new Map() }
}

function secondTask(sync: SyncWorld, app: AgentApp, { second, armed }: Plan): readonly AnyTask[] {
  switch (second) {
    case 'message_sync':
      return [messageSync(sync, app, armed ? [every(60 * 60_000, { missed: 'all' })] : [])]
    case 'report_sync':
      return [reportSync(app, () => sync.trouble === 'slow')]
    case null:
      return []
  }
}

/** One more agent, on which `u1` signs in. */
export async function enter({ world }: Stage, name: string): Promise<void> {
  const agent = await world.spawn(name)
  await world.act(agent, 'sign in u1', registry => registry.signIn('u1'))
}

/** Agents on which something may start. */
export function awake({ world, ended }: Stage): readonly SimAgent[] {
  return world.agents().filter(agent => agent.state() === 'live' && !ended.has(agent))
}
