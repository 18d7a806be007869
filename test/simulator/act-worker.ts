/** What a browser does with the service worker of the app, and what an app may ask there. */
import type { EventTriggers } from '../../src/port/background.ts'
import type { SimAgent } from 'leasehold/testing'
import type { Action } from './actions.ts'
import { newestVersion, type Stage } from './stage.ts'

type WorkerAction = Extract<Action, { readonly kind: 'event' | 'worker' }>

const budgetMs = 20_000

const firing: Readonly<
  Record<Extract<Action, { kind: 'event' }>['fires'], ((agent: EventTriggers) => unknown) | null>
> = {
  left: agent => agent.left('background-sync'),
  push: agent => agent.all('push', 'news'),
  due: null,
}

/** Does it. */
export async function actOnWorker(stage: Stage, action: WorkerAction): Promise<void> {
  const { world } = stage
  const worker = world
    .agents()
    .find(agent => agent.kind === 'service-worker' && agent.state() !== 'dead')
  if (action.kind === 'event') return wake(stage, worker, action.fires)
  if (!worker) return
  switch (action.does) {
    case 'kill':
    case 'freeze':
      return world[action.does](worker)
    case 'trigger':
      if (worker.state() === 'live' && !stage.ended.has(worker))
        await world.trigger(worker, 'u1|course_sync', { source: 'notification' })
      return
    case 'go offline':
    case 'go online':
      return world.setOnline(worker, action.does === 'go online')
    case 'store':
      return world.breakStore(worker, world.random.pick(['rejects', 'unanswered', 'delays']), {
        forMs: 30_000,
      })
  }
}

/** A worker that is frozen, or whose registry was ended, is not woken: the browser starts another. */
async function wake(
  { world, plan, ended, did }: Stage,
  there: SimAgent | undefined,
  fires: Extract<Action, { kind: 'event' }>['fires'],
): Promise<void> {
  const isUsable = there?.state() === 'live' && !ended.has(there)
  if (there && !isUsable) world.kill(there)
  const either = plan.versions ? world.random.pick([1, newestVersion]) : newestVersion
  const worker = there && isUsable ? there : await world.spawn('w', undefined, either)
  const what = `event that fires ${fires}`
  did.set(what, (did.get(what) ?? 0) + 1)
  const fire = firing[fires]
  await world.wake(worker, what, { budgetMs, ...(fire ? { fire } : {}) })
}

const ofPages: ReadonlySet<Action['kind']> = new Set([
  'cache',
  'throttle',
  'leave',
  'hide',
  'show',
  'sign in',
  'switch',
  'signal',
])

/** Whether that never happens to a service worker. */
export function isOnlyOfPages(action: Action): boolean {
  return ofPages.has(action.kind)
}
