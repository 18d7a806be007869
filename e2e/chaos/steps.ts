/** What happens next? Drawn from the seed alone, so that a step does not depend on how the ones before it went. */
import { type SeededRandom, seededRandom } from '../../src/testing/seeded-random.ts'
import type { Gesture } from './hands.ts'

/** One step. */
export interface Step {
  readonly afterMs: number
  /** An index among the tabs that can be meant. */
  readonly who: number
  /** What hurts a tab hurts the one that runs something, if any does. */
  readonly aimed: boolean
  readonly what: What
}

/** What can happen. */
export type What =
  | { readonly kind: 'gesture'; readonly gesture: Gesture }
  | { readonly kind: 'kill' | 'reload' | 'look' }
  | { readonly kind: 'freeze'; readonly ms: number; readonly tabs: number }
  | { readonly kind: 'away'; readonly ms: number }
  | { readonly kind: 'offline'; readonly ms: number }
  | { readonly kind: 'trouble'; readonly change: Readonly<Record<string, unknown>> }

const accounts = ['ada', 'grace'] as const
const collections = ['courses', 'messages'] as const

/** How often each happens, by weight. */
const weights = {
  message: 18,
  tick: 14,
  rename: 8,
  add: 4,
  delete: 2,
  main: 14,
  cancel: 4,
  pause: 2,
  enter: 6,
  leave: 1,
  kill: 6,
  freeze: 8,
  reload: 5,
  away: 5,
  offline: 3,
  trouble: 10,
  look: 4,
} as const

const bag = Object.entries(weights).flatMap(([kind, weight]) =>
  Array.from({ length: weight }, () => kind as keyof typeof weights),
)

/** The first steps of every storm, so that the shortest one has a bit of everything. */
const opening: readonly (keyof typeof weights)[] = [
  ...(['message', 'tick', 'freeze', 'add', 'kill', 'away', 'trouble', 'enter'] as const),
  ...(['message', 'reload', 'main', 'offline'] as const),
]

/** The `n`th step of a seed; freezes last up to `longestFreezeMs`. */
export function stepOf(seed: number, n: number, longestFreezeMs: number): Step {
  const random = seededRandom(seed * 100_003 + n * 7_919)
  const afterMs = 30 + Math.round(random.number() * (random.chance(0.1) ? 1_500 : 200))
  const [who, aimed] = [random.below(1_000), random.chance(0.7)]
  return {
    afterMs,
    who,
    aimed,
    what: drawWhat(random, {
      kind: opening[n] ?? random.pick(bag),
      text: `chaos ${seed}.${n}`,
      longestFreezeMs,
    }),
  }
}

interface Draft {
  readonly kind: keyof typeof weights
  readonly text: string
  readonly longestFreezeMs: number
}

function drawWhat(random: SeededRandom, { kind, text, longestFreezeMs }: Draft): What {
  const upTo = (ms: number): number => Math.round(random.number() * ms)
  const nth = random.below(60)
  switch (kind) {
    case 'message':
    case 'add':
      return { kind: 'gesture', gesture: { kind, text } }
    case 'tick':
    case 'delete':
      return { kind: 'gesture', gesture: { kind, nth } }
    case 'rename':
      return { kind: 'gesture', gesture: { kind, nth, text } }
    case 'main':
    case 'cancel':
    case 'pause':
      return { kind: 'gesture', gesture: { kind, collection: random.pick(collections) } }
    case 'enter':
      return { kind: 'gesture', gesture: { kind, account: random.pick(accounts) } }
    case 'leave':
      return { kind: 'gesture', gesture: { kind } }
    case 'freeze': {
      const ms = 1_000 + upTo(random.chance(0.4) ? longestFreezeMs : longestFreezeMs / 4)
      return { kind, ms, tabs: random.pick([1, 1, 1, 2, 3]) }
    }
    case 'away':
    case 'offline':
      return { kind, ms: 300 + upTo(6_000) }
    case 'trouble':
      return { kind, change: random.pick(troubles(random.pick(accounts))) }
    case 'kill':
    case 'reload':
    case 'look':
      return { kind }
    default:
      throw new Error(`nothing is known of ${String(kind)}`)
  }
}

/** The server is never so fast that nothing can happen to a run. */
export const usualDelayMs = 200

/** Each ends by a count, or by one of the last ones. */
function troubles(account: string): readonly Readonly<Record<string, unknown>>[] {
  return [
    { account, delayMs: 700 },
    { account, delayMs: 3_000 },
    { account, failNext: { status: 500, count: 3 } },
    { account, failNext: { status: 503, count: 2, retryAfterS: 2 } },
    { account, failNext: { status: 429, count: 1 } },
    { account, holdAfterApply: true },
    { expireSession: account },
    { account, delayMs: usualDelayMs, holdAfterApply: false },
    { delayMs: usualDelayMs, failNext: null, holdAfterApply: false },
    {
      delayMs: usualDelayMs,
      failNext: null,
      failAll: null,
      holdAfterApply: false,
      expireSession: null,
    },
  ]
}
