/** Draws what a browser does with the app's service worker, and puts it between the rest of a history. */
import type { SeededRandom } from 'leasehold/testing'
import type { Action, Plan, Planned } from './actions.ts'

/** The same history with a service worker. */
export function withWorker(random: SeededRandom, plan: Plan): Plan {
  const pageMs = random.pick([0, 0, 4_000, 4_000, 4_000, 30_000, 30_000, 30_000, 60_000])
  const story = random.chance(0.7) ? drawLastTab(random) : []
  return {
    ...plan,
    worker: { pageMs },
    agents: random.chance(0.6) ? ['a'] : plan.agents,
    actions: [...story, ...between(random, plan.actions, 0.5)],
    reserve: between(random, plan.reserve, 0.3),
  }
}

function between(
  random: SeededRandom,
  planned: readonly Planned[],
  often: number,
): readonly Planned[] {
  return planned.flatMap(each =>
    random.chance(often)
      ? [each, { after: random.below(10), action: drawWorkerAction(random) }]
      : [each],
  )
}

function drawWorkerAction(random: SeededRandom): Action {
  return random.chance(0.6)
    ? drawEvent(random)
    : {
        kind: 'worker',
        does: random.pick([
          'kill',
          'kill',
          'freeze',
          'trigger',
          'trigger',
          'trigger',
          'go offline',
          'go online',
          'store',
        ]),
      }
}

function drawEvent(random: SeededRandom): Action {
  return { kind: 'event', fires: random.pick(['left', 'left', 'push', 'due'] as const) }
}

/** A run whose tab is gone, and the events that come then. */
function drawLastTab(random: SeededRandom): readonly Planned[] {
  const target = 'u1|course_sync'
  const press: Action = { kind: 'trigger', agent: 0, target, edit: true, options: {} }
  const goes: Action = random.chance(0.5)
    ? { kind: 'kill', agent: 0, owner: true }
    : { kind: 'leave', agent: 0 }
  return [
    { after: 40, action: press },
    { after: 3 + random.below(25), action: goes },
    { after: random.below(4), action: drawEvent(random) },
    ...(random.chance(0.5) ? [{ after: random.below(30), action: drawWorkerAction(random) }] : []),
    {
      after: random.below(20),
      action: { kind: 'pass', ms: random.pick([5_000, 24_000, 24_000, 40_000]) },
    },
    { after: random.below(6), action: drawEvent(random) },
  ]
}
