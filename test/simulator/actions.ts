/** What a random history is made of: its actions, drawn from a seed. */
import type { LifeSignal, TriggerOptions } from 'leasehold'
import type { Json } from 'leasehold'
import { type SeededRandom, seededRandom, type StoreTrouble } from 'leasehold/testing'
import type { Trouble } from './sync-app.ts'

/** One thing that somebody does; `agent` counts those that are there at that moment. */
export type Action =
  | {
      readonly kind: 'trigger'
      readonly agent: number
      readonly target: string
      readonly edit: boolean
      readonly options: TriggerOptions<Json>
    }
  | { readonly kind: 'edit'; readonly user: string }
  | {
      readonly kind: 'cancel'
      readonly agent: number
      readonly target: string
      readonly named: boolean
    }
  | { readonly kind: 'pause' | 'resume' | 'reset'; readonly agent: number; readonly target: string }
  /** With `owner` it is whoever holds `course_sync`, if anybody does. */
  | { readonly kind: 'kill'; readonly agent: number; readonly owner: boolean }
  | { readonly kind: 'stop' | 'close'; readonly agent: number }
  | { readonly kind: 'gate'; readonly open: boolean }
  | {
      readonly kind: 'freeze' | 'thaw' | 'hide' | 'show' | 'go offline' | 'go online'
      readonly agent: number
    }
  | { readonly kind: 'spawn' }
  | { readonly kind: 'signal'; readonly agent: number; readonly signal: LifeSignal }
  | {
      readonly kind: 'sign in'
      readonly agent: number
      readonly user: string
      readonly fresh: boolean
    }
  | { readonly kind: 'sign out'; readonly agent: number }
  | { readonly kind: 'trouble'; readonly trouble: Trouble }
  | { readonly kind: 'portal'; readonly reachable: boolean }
  | { readonly kind: 'rows'; readonly added: number }
  | { readonly kind: 'loss'; readonly part: number }
  | { readonly kind: 'pass'; readonly ms: number }
  /** The wall clock alone. */
  | { readonly kind: 'clock'; readonly ms: number }
  | { readonly kind: 'store'; readonly agent: number; readonly trouble: StoreTrouble | null }

/** An action, after so many events of the world. */
export interface Planned {
  readonly after: number
  readonly action: Action
}

/** A history before it is played. */
export interface Plan {
  readonly seed: number
  /** Whether the tasks have triggers of their own. */
  readonly armed: boolean
  /** The task beside `course_sync`, if there is one. */
  readonly second: 'message_sync' | 'report_sync' | null
  readonly channel: boolean
  readonly locks: boolean
  readonly accounts: 'one' | 'many'
  /** Who is there at the beginning. */
  readonly agents: readonly string[]
  /** Whether somebody asks for one more sync once the world is well: no edit may be left. */
  readonly endsWithSync: boolean
  readonly actions: readonly Planned[]
}

const sources = ['manual', 'schedule', 'foreground', 'online', 'retry', 'change', 'push', 'widget']

/** Draws the plan of a seed. */
export function planHistory(seed: number): Plan {
  const random = seededRandom(seed, 'plan')
  const second = random.pick(['message_sync', 'report_sync', null] as const)
  const actions = random.chance(0.04)
    ? drawCrashes(random)
    : Array.from({ length: random.chance(0.06) ? 20 : 3 + random.below(8) }, () => ({
        after: random.chance(0.3) ? 0 : random.below(14),
        action: drawAction(random, second),
      }))
  return {
    seed,
    armed: random.chance(0.5),
    second,
    channel: !random.chance(0.08),
    locks: !random.chance(0.08),
    accounts: random.chance(0.9) ? 'one' : 'many',
    agents: random.chance(0.3) ? ['a', 'b', 'c'] : ['a', 'b'],
    endsWithSync: random.chance(0.35),
    actions,
  }
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

const kinds: readonly (readonly [
  number,
  (random: SeededRandom, second: string | null) => Action,
])[] = [
  [30, drawTrigger],
  [4, random => ({ kind: 'edit', user: drawUser(random) })],
  [
    5,
    (random, second) => ({
      kind: 'cancel',
      agent: drawAgent(random),
      target: drawTarget(random, second),
      named: random.chance(0.3),
    }),
  ],
  [
    3,
    (random, second) => ({
      kind: random.pick(['pause', 'resume', 'resume', 'reset']),
      agent: drawAgent(random),
      target: drawTarget(random, second),
    }),
  ],
  [8, random => ({ kind: 'kill', agent: drawAgent(random), owner: random.chance(0.4) })],
  [1, random => ({ kind: random.pick(['stop', 'close']), agent: drawAgent(random) })],
  [2, random => ({ kind: 'gate', open: random.chance(0.5) })],
  [7, random => ({ kind: 'freeze', agent: drawAgent(random) })],
  [6, random => ({ kind: 'thaw', agent: drawAgent(random) })],
  [6, () => ({ kind: 'spawn' })],
  [3, random => ({ kind: random.pick(['hide', 'show']), agent: drawAgent(random) })],
  [5, random => ({ kind: random.pick(['go offline', 'go online']), agent: drawAgent(random) })],
  [
    2,
    random => ({
      kind: 'signal',
      agent: drawAgent(random),
      signal: random.pick(['focus', 'pageshow', 'resume', 'online']),
    }),
  ],
  [
    3,
    random => ({
      kind: 'sign in',
      agent: drawAgent(random),
      user: drawUser(random),
      fresh: random.chance(0.3),
    }),
  ],
  [2, random => ({ kind: 'sign out', agent: drawAgent(random) })],
  [
    6,
    random => ({
      kind: 'trouble',
      trouble: random.pick<Trouble>(['none', 'none', 500, 500, 401, 429, 400]),
    }),
  ],
  [1, random => ({ kind: 'portal', reachable: random.chance(0.5) })],
  [3, random => ({ kind: 'rows', added: 1 + random.below(4) })],
  [2, random => ({ kind: 'clock', ms: random.pick([-3_600_000, 3_600_000]) })],
  [
    5,
    random => ({
      kind: 'store',
      agent: drawAgent(random),
      trouble: random.pick<StoreTrouble | null>([
        'lands-and-rejects',
        'lands-and-rejects',
        'rejects',
        null,
      ]),
    }),
  ],
  [3, random => ({ kind: 'loss', part: random.pick([0, 0.2, 0.6, 1]) })],
  [
    12,
    random => ({
      kind: 'pass',
      ms: random.pick([
        50, 300, 300, 1_000, 1_000, 5_000, 5_000, 12_000, 12_000, 70_000, 70_000, 400_000,
      ]),
    }),
  ],
]

function drawAction(random: SeededRandom, second: string | null): Action {
  let left = random.below(kinds.reduce((sum, [weight]) => sum + weight, 0))
  for (const [weight, draw] of kinds) {
    left -= weight
    if (left < 0) return draw(random, second)
  }
  throw new RangeError('the weights do not add up')
}

function drawTrigger(random: SeededRandom, second: string | null): Action {
  const source = random.pick(sources)
  const options: TriggerOptions<Json> = {
    source,
    ...(random.chance(0.3) ? { byUser: random.chance(0.5) } : {}),
    ...(random.chance(0.6) ? { brings: random.pick(['nothing', 'nothing', 'maybe', 'news']) } : {}),
    ...(random.chance(0.15) ? { payload: random.below(3) } : {}),
    ...(random.chance(0.1)
      ? { whenRunning: random.pick(['join', 'buffer', 'restart', 'skip']) }
      : {}),
  }
  return {
    kind: 'trigger',
    agent: drawAgent(random),
    target: drawTarget(random, second),
    edit: random.chance(0.4),
    options,
  }
}

function drawAgent(random: SeededRandom): number {
  return random.below(6)
}

function drawUser(random: SeededRandom): string {
  return random.chance(0.93) ? 'u1' : 'u2'
}

/** By scope it means the user of that agent, by key a certain one. */
function drawTarget(random: SeededRandom, second: string | null): string {
  const scope = second !== null && random.chance(0.4) ? second : 'course_sync'
  return random.chance(0.5) ? scope : `${drawUser(random)}|${scope}`
}
