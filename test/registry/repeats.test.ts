import { expect, test } from 'vitest'
import { defineTask, type } from '../../src/index.ts'
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

test('where payloads of a task are merged, none of those that were not stored is lost', () => {
  const merging = defineTask({
    scope: 'sync',
    payload: type<string[]>(),
    mergePayload: (older, newer) => [...older, ...newer],
    run: () => undefined,
  })
  const repeated: TriggerRequest[] = []
  const repeats = createRepeats(createManualClock(), (_, request) => repeated.push(request))
  for (const payload of [['a'], undefined, ['b'], ['b']]) {
    const given = payload ? { payload } : {}
    repeats.keep(
      { ...target, definition: merging.definition },
      { source: 'change', byUser: false, brings: 'news', ...given },
    )
  }
  repeats.flush()
  expect(repeated).toMatchObject([{ payload: ['a', 'b', 'b'] }])
})

test('a mergePayload that throws is thrown to whoever brought the newer payload, and what was kept before stays', () => {
  const faulty = defineTask({
    scope: 'sync',
    payload: type<string>(),
    mergePayload: () => {
      throw new Error('of the app')
    },
    run: () => undefined,
  })
  const repeated: TriggerRequest[] = []
  const repeats = createRepeats(createManualClock(), (_, request) => repeated.push(request))
  const keep = (payload: string) =>
    repeats.keep(
      { ...target, definition: faulty.definition },
      { source: 'change', byUser: false, brings: 'news', payload },
    )
  keep('a')
  expect(() => keep('b')).toThrow('of the app')
  repeats.flush()
  expect(repeated).toMatchObject([{ payload: 'a' }])
})
