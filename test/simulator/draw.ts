/** Draws one action of a history: how likely each kind is. */
import type { Json, TriggerOptions } from 'leasehold'
import type { SeededRandom, StoreTrouble } from 'leasehold/testing'
import type { Action } from './actions.ts'
import type { Trouble } from './sync-app.ts'

const sources = ['manual', 'schedule', 'foreground', 'online', 'retry', 'change', 'push', 'widget']
const hourMs = 3_600_000
export const yearMs = 365 * 24 * hourMs

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
  [6, random => ({ kind: 'freeze', agent: drawAgent(random), owner: random.chance(0.5) })],
  [6, random => ({ kind: 'thaw', agent: drawAgent(random) })],
  [4, random => ({ kind: 'cache', agent: drawAgent(random), owner: random.chance(0.6) })],
  [4, random => ({ kind: 'restore', agent: drawAgent(random) })],
  [2, random => ({ kind: 'throttle', agent: drawAgent(random), owner: random.chance(0.6) })],
  [2, random => ({ kind: 'leave', agent: drawAgent(random) })],
  [3, random => ({ kind: 'sleep', ms: random.pick([30_000, 90_000, hourMs, 9 * hourMs]) })],
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
      user: random.chance(0.8) ? 'u1' : 'u2',
      fresh: random.chance(0.3),
    }),
  ],
  [
    2,
    random => ({
      kind: 'sign out',
      agent: drawAgent(random),
      ...(random.chance(0.5) ? { user: drawUser(random) } : {}),
    }),
  ],
  [
    2,
    random => ({
      kind: 'switch',
      agent: drawAgent(random),
      user: random.chance(0.5) ? 'u1' : 'u2',
    }),
  ],
  [
    6,
    random => ({
      kind: 'trouble',
      trouble: random.pick<Trouble>(['none', 'none', 500, 500, 401, 429, 400]),
    }),
  ],
  [1, random => ({ kind: 'portal', reachable: random.chance(0.5) })],
  [3, random => ({ kind: 'rows', added: 1 + random.below(4) })],
  [
    2,
    random => ({ kind: 'clock', ms: random.pick([-hourMs, -hourMs, hourMs, hourMs, 50 * hourMs]) }),
  ],
  [1, random => ({ kind: 'clock', ms: random.pick([-yearMs, yearMs, yearMs]) })],
  [
    6,
    random => ({
      kind: 'store',
      owner: random.chance(0.6),
      times: random.pick([1, 1, 1, 2, 1_000]),
      forMs: random.pick([500, 4_000, 7_000, 30_000, 200_000]),
      agent: drawAgent(random),
      trouble: random.pick<StoreTrouble | null>([
        'lands-and-rejects',
        'lands-and-rejects',
        'rejects',
        'waits',
        'unanswered',
        'delays',
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

/** Draws one action of a history with that second task. */
export function drawAction(random: SeededRandom, second: string | null): Action {
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
