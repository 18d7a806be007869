import { expect, test } from 'vitest'
import { defineTask } from '../../src/index.ts'
import type { TriggerRequest } from '../../src/model/trigger.ts'
import { createRepeats } from '../../src/registry/repeats.ts'
import { createManualClock } from '../../src/testing/index.ts'

const { definition } = defineTask({ scope: 'sync', run: () => undefined })
const target = { key: 'ada|sync', userId: 'ada', scope: 'sync', definition }

/** What is repeated when these triggers were kept, in this order. */
function repeatedOf(...kept: readonly Partial<TriggerRequest>[]): readonly TriggerRequest[] {
  const repeated: TriggerRequest[] = []
  const repeats = createRepeats(createManualClock(), (_, request) => repeated.push(request))
  for (const request of kept) {
    repeats.keep(target, { source: 'manual', byUser: false, brings: 'nothing', ...request })
  }
  repeats.flush()
  repeats.flush()
  return repeated
}

test('of the triggers of a key that were not stored one is repeated, once', () => {
  expect(repeatedOf({ source: 'foreground' }, { source: 'online' })).toEqual([
    { source: 'online', byUser: false, brings: 'nothing' },
  ])
})

test.each([
  ['nothing', 'maybe', 'maybe'],
  ['maybe', 'nothing', 'maybe'],
  ['news', 'maybe', 'news'],
  ['maybe', 'news', 'news'],
] as const)(
  'what it brings is the most that one of them brought: %s, %s',
  (first, second, most) => {
    expect(repeatedOf({ brings: first }, { brings: second })[0]?.brings).toBe(most)
  },
)

test('it is urgent when one of them was', () => {
  expect(repeatedOf({ byUser: true }, {})[0]?.byUser).toBe(true)
})

test('its payload is the latest that was given, null included', () => {
  expect(repeatedOf({ payload: 1 }, {})[0]?.payload).toBe(1)
  expect(repeatedOf({ payload: 1 }, { payload: 2 })[0]?.payload).toBe(2)
  expect(repeatedOf({ payload: 1 }, { payload: null })[0]?.payload).toBeNull()
})
