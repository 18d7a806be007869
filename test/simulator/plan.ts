/** Draws a whole history from a seed. */
import { type SeededRandom, seededRandom } from 'leasehold/testing'
import type { Action, Plan, Planned } from './actions.ts'
import { drawAction } from './draw.ts'
import { withWorker } from './draw-worker.ts'

/** Draws the plan of a seed. */
export function planHistory(seed: number): Plan {
  const random = seededRandom(seed, 'plan')
  const plan = drawPlan(random, seed)
  return random.chance(0.12) ? withWorker(random, plan) : plan
}

function drawPlan(random: SeededRandom, seed: number): Plan {
  const second = random.pick(['message_sync', 'report_sync', null] as const)
  const script = random.number()
  const isStuck = script > 0.98
  const actions =
    script < 0.04
      ? drawCrashes(random)
      : script < 0.09
        ? drawUnwell(random)
        : isStuck
          ? drawStuck(random)
          : drawMany(random, second, random.chance(0.06) ? 24 : 3 + random.below(9))
  const plan = {
    seed,
    armed: random.chance(0.5),
    second: isStuck ? 'report_sync' : second,
    channel: !random.chance(0.08),
    locks: !random.chance(0.08),
    accounts: random.chance(0.8) ? 'one' : 'many',
    monotonic: random.pick(['stands-still', 'goes-on'] as const),
    worker: null,
    watched: random.chance(0.6),
    versions: random.chance(0.25),
    agents: random.chance(0.1) ? ['a', 'b', 'c', 'd'] : ['a', 'b', 'c'],
    endsWithSync: random.chance(0.35),
    actions,
    reserve: drawMany(random, second, 60),
    atLeast: 200,
    debounced: random.chance(0.12),
    crowded: second !== null && random.chance(0.2),
  } as const
  if (plan.crowded && second && random.chance(0.6)) {
    const agents = random.chance(0.3) ? ['a'] : plan.agents
    return { ...plan, agents, actions: [...drawCrowd(random, second), ...actions] }
  }
  const isShared = plan.accounts === 'many' && seed % 4 === 0
  return isShared ? { ...plan, actions: [...twoUsers, ...actions] } : plan
}

function drawMany(random: SeededRandom, second: string | null, length: number): readonly Planned[] {
  return Array.from({ length }, () => ({
    after: random.chance(0.3) ? 0 : random.below(14),
    action: drawAction(random, second),
  }))
}

/** Two users in one agent, and a trigger that names neither. */
const twoUsers: readonly Planned[] = [
  { after: 25, action: { kind: 'sign in', agent: 0, user: 'u2', fresh: false } },
  {
    after: 8,
    action: { kind: 'trigger', agent: 0, target: 'course_sync', edit: false, options: {} },
  },
]

/** Two keys in an agent that runs only one at once. */
function drawCrowd(random: SeededRandom, second: string): readonly Planned[] {
  const trigger = (scope: string, byUser: boolean): Action => ({
    kind: 'trigger',
    agent: 0,
    target: `u1|${scope}`,
    edit: random.chance(0.3),
    options: { source: byUser ? 'manual' : 'push' },
  })
  const [one, other] = random.chance(0.5) ? ['course_sync', second] : [second, 'course_sync']
  return [
    { after: 40, action: trigger(one, true) },
    { after: 3 + random.below(12), action: trigger(other, random.chance(0.6)) },
    ...(random.chance(0.5) ? [] : [{ after: random.below(6), action: trigger(other, true) }]),
  ]
}

/** A run whose owners die one after the other, with or without progress. */
function drawCrashes(random: SeededRandom): readonly Planned[] {
  const press: Action = {
    kind: 'trigger',
    agent: 0,
    target: 'u1|course_sync',
    edit: true,
    options: {},
  }
  const crashes = Array.from({ length: 5 }, () => [
    { after: random.below(3), action: { kind: 'spawn' } as const },
    { after: 12 + random.below(12), action: { kind: 'kill', agent: 0, owner: true } as const },
  ])
  return [{ after: 40, action: press }, ...crashes.flat()]
}

/** A stage function that does not return when it is told to stop, and triggers meanwhile. */
function drawStuck(random: SeededRandom): readonly Planned[] {
  const target = 'u1|report_sync'
  const press: Action = { kind: 'trigger', agent: 0, target, edit: false, options: {} }
  return [
    { after: 40, action: { kind: 'trouble', trouble: 'slow' } },
    { after: 0, action: press },
    { after: 8 + random.below(8), action: { kind: 'cancel', agent: 0, target, named: false } },
    { after: random.below(8), action: { kind: 'pass', ms: 5_000 + random.below(8_000) } },
    { after: 0, action: press },
    { after: random.below(8), action: { kind: 'pass', ms: random.below(8_000) } },
    { after: 0, action: { ...press, agent: 1 } },
  ]
}

/** A run during which one operation of its owner is reported as failed, although it landed. */
function drawUnwell(random: SeededRandom): readonly Planned[] {
  const press: Action = {
    kind: 'trigger',
    agent: 0,
    target: 'u1|course_sync',
    edit: random.chance(0.5),
    options: {},
  }
  const trouble: Action = {
    kind: 'store',
    agent: 0,
    owner: true,
    trouble: random.chance(0.8) ? 'lands-and-rejects' : 'rejects',
    times: 1 + random.below(2),
    forMs: 7_000,
  }
  return [
    { after: 40, action: press },
    { after: 4 + random.below(40), action: trouble },
    { after: random.below(8), action: { ...press, agent: 1, options: { brings: 'news' } } },
  ]
}
