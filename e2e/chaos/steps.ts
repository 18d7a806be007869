/** What happens next? Drawn from the seed alone, so that a step does not depend on how the ones before it went. */
import { seededRandom } from '../../src/testing/seeded-random.ts'
import type { Gesture } from './hands.ts'

/** One step: who is an index among the tabs that can be meant. */
export interface Step {
  readonly afterMs: number
  readonly who: number
  readonly what: What
}

/** What can happen. */
export type What =
  | { readonly kind: 'gesture'; readonly gesture: Gesture }
  | { readonly kind: 'kill' | 'reload' | 'look' }
  | { readonly kind: 'freeze'; readonly ms: number; readonly tabs: number }
  | { readonly kind: 'leave'; readonly ms: number }
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
  kill: 5,
  freeze: 7,
  reload: 5,
  away: 5,
  offline: 3,
  trouble: 10,
  look: 4,
} as const

const bag = Object.entries(weights).flatMap(([kind, weight]) =>
  Array.from({ length: weight }, () => kind as keyof typeof weights),
)

/** The `n`th step of a seed; freezes last up to `longestFreezeMs`. */
export function stepOf(seed: number, n: number, longestFreezeMs: number): Step {
  const random = seededRandom(seed * 100_003 + n * 7_919)
  const upTo = (ms: number): number => Math.round(random.number() * ms)
  const afterMs = 30 + upTo(random.chance(0.1) ? 1_500 : 200)
  const kind = random.pick(bag)
  const who = random.below(1_000)
  const gesture = (wanted: Gesture): Step => ({
    afterMs,
    who,
    what: { kind: 'gesture', gesture: wanted },
  })
  const nth = random.below(60)
  const text = `chaos ${seed}.${n}`
  switch (kind) {
    case 'message':
      return gesture({ kind, text })
    case 'tick':
    case 'delete':
      return gesture({ kind, nth })
    case 'rename':
      return gesture({ kind, nth, text })
    case 'add':
      return gesture({ kind, text })
    case 'main':
    case 'cancel':
    case 'pause':
      return gesture({ kind, collection: random.pick(collections) })
    case 'enter':
      return gesture({ kind, account: random.pick(accounts) })
    case 'leave':
      return gesture({ kind })
    case 'freeze': {
      const ms = 1_000 + upTo(random.chance(0.2) ? longestFreezeMs : longestFreezeMs / 4)
      return { afterMs, who, what: { kind, ms, tabs: random.pick([1, 1, 1, 2, 3]) } }
    }
    case 'away':
      return { afterMs, who, what: { kind: 'leave', ms: 300 + upTo(6_000) } }
    case 'offline':
      return { afterMs, who, what: { kind, ms: 500 + upTo(6_000) } }
    case 'trouble':
      return { afterMs, who, what: { kind, change: random.pick(troubles(random.pick(accounts))) } }
    case 'kill':
    case 'reload':
    case 'look':
      return { afterMs, who, what: { kind } }
    default:
      throw new Error(`nothing is known of ${String(kind)}`)
  }
}

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
    { account, delayMs: 0, holdAfterApply: false },
    { delayMs: 0, failNext: null, holdAfterApply: false },
    { delayMs: 0, failNext: null, failAll: null, holdAfterApply: false, expireSession: null },
  ]
}
