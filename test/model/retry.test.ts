import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FailureClass } from '../../src/model/error.ts'
import type { Run } from '../../src/model/run.ts'
import { TaskFailure } from '../../src/model/task-failure.ts'
import { byteLength } from '../../src/model/json.ts'
import { backoffMs, decideRetry, describeThrown, type Failure } from '../../src/model/retry.ts'
import { anError, aRunning, day, minute, retryPolicy, second, startAt } from './support.ts'

const { run: fresh } = aRunning()

function fail(
  changes: Partial<Omit<Failure, 'error'>> & {
    kind?: FailureClass
    run?: Run
    random?: number
  } = {},
): ReturnType<typeof decideRetry> {
  const {
    kind = 'retryable',
    run = fresh,
    random = 0.5,
    retryAfterMs = 0,
    afterResume = false,
  } = changes
  return decideRetry(
    run,
    { error: anError(kind), retryAfterMs, afterResume },
    retryPolicy,
    startAt,
    random,
    3,
  )
}

function waiting(changes: Parameters<typeof fail>[0] = {}): Run {
  const decided = fail(changes)
  if (!('run' in decided)) throw new Error(`ended: ${decided.cause}`)
  return decided.run
}

function nextAfterMs(run: Run): number {
  return (run.wait?.nextAttemptAt ?? Number.NaN) - startAt
}

describe('the back-off', () => {
  test('it is drawn from zero to base · 2^(n − 1), never beyond the cap', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (n, random) => {
          const delay = backoffMs(retryPolicy, n, random)
          expect(delay).toBeGreaterThanOrEqual(0)
          expect(delay).toBeLessThanOrEqual(Math.min(15 * minute, 2_000 * 2 ** (n - 1)))
        },
      ),
    )
  })

  test('jitter is full: half the draw is half the delay', () => {
    expect([1, 2, 3, 9, 10, 99].map(n => backoffMs(retryPolicy, n, 0.5))).toEqual([
      1_000, 2_000, 4_000, 256_000, 450_000, 450_000,
    ])
    expect(backoffMs(retryPolicy, 5, 0)).toBe(0)
  })
})

describe('a failed attempt', () => {
  test('it waits, saying why, since when, and until when', () => {
    expect(waiting()).toMatchObject({
      state: 'waiting',
      failures: 1,
      counted: 1,
      wait: {
        reason: 'retry',
        since: startAt,
        nextAttemptAt: startAt + 1_000,
        notBefore: 0,
        userVersion: 3,
        error: anError(),
      },
    })
  })

  test('the exponent grows with each failure, counted or not', () => {
    const first = waiting({ kind: 'offline' })
    const second = waiting({ kind: 'offline', run: first })
    expect([first, second].map(nextAfterMs)).toEqual([1_000, 2_000])
    expect(second).toMatchObject({ failures: 2, counted: 0 })
  })

  test.each<[FailureClass, number, string]>([
    ['retryable', 1, 'retry'],
    ['rate-limited', 1, 'rate-limited'],
    ['offline', 0, 'offline'],
    ['auth', 0, 'auth'],
  ])('a failure that is %s counts %i and waits for: %s', (kind, counted, reason) => {
    expect(waiting({ kind })).toMatchObject({ counted, wait: { reason } })
  })

  test('an authentication failure has no next attempt: a sign-in ends it', () => {
    expect(waiting({ kind: 'auth', retryAfterMs: minute }).wait?.nextAttemptAt).toBeNull()
  })

  test.each<FailureClass>(['fatal', 'fence-rejected'])(
    'a failure that is %s ends the occurrence',
    kind => {
      expect(fail({ kind })).toEqual({ cause: 'fatal' })
    },
  )

  test('the twelfth counted failure exhausts the occurrence, the eleventh does not', () => {
    expect(waiting({ run: { ...fresh, counted: 10 } }).counted).toBe(11)
    expect(fail({ run: { ...fresh, counted: 11 } })).toEqual({ cause: 'exhausted' })
    expect(fail({ kind: 'rate-limited', run: { ...fresh, counted: 11 } })).toEqual({
      cause: 'exhausted',
    })
  })

  test('any number of failures without network does not', () => {
    expect(
      waiting({ kind: 'offline', run: { ...fresh, counted: 11, failures: 500 } }),
    ).toMatchObject({ counted: 11 })
  })
})

describe('Retry-After', () => {
  test('it is a lower bound, for the time and for every signal', () => {
    expect(waiting({ kind: 'rate-limited', retryAfterMs: minute }).wait).toMatchObject({
      nextAttemptAt: startAt + minute,
      notBefore: startAt + minute,
    })
  })

  test('it holds for every class that has a next attempt', () => {
    for (const kind of ['retryable', 'offline'] as const)
      expect(nextAfterMs(waiting({ kind, retryAfterMs: minute }))).toBe(minute)
  })

  test('more than a day counts as a day: no server parks a key for years', () => {
    expect(nextAfterMs(waiting({ retryAfterMs: day - 1 }))).toBe(day - 1)
    for (const retryAfterMs of [day, day + 1, 3_650 * day, Number.MAX_VALUE])
      expect(waiting({ kind: 'rate-limited', retryAfterMs }).wait).toMatchObject({
        nextAttemptAt: startAt + day,
        notBefore: startAt + day,
      })
  })

  test('it does not shorten the back-off', () => {
    const run = { ...fresh, failures: 8 }
    expect(nextAfterMs(waiting({ run, retryAfterMs: 1, random: 0.9 }))).toBe(
      Math.round(0.9 * 2_000 * 2 ** 8),
    )
  })
})

describe('the first network error right after a resume', () => {
  const afterResume = true

  test.each<FailureClass>(['retryable', 'offline'])(
    'one that is %s is retried after half a second, uncounted',
    kind => {
      const run = waiting({ kind, afterResume, random: 0.99 })
      expect(nextAfterMs(run)).toBe(500)
      expect(run).toMatchObject({ counted: 0, failures: 1, quickRetried: true })
    },
  )

  test('the second one waits as any other', () => {
    const run = waiting({ run: waiting({ afterResume }), afterResume })
    expect(nextAfterMs(run)).toBe(2_000)
    expect(run).toMatchObject({ counted: 1, failures: 2 })
  })

  test('it does not hurry what the server or the user must end', () => {
    expect(nextAfterMs(waiting({ kind: 'rate-limited', afterResume, retryAfterMs: 0 }))).toBe(1_000)
    expect(nextAfterMs(waiting({ kind: 'retryable', afterResume, retryAfterMs: minute }))).toBe(
      minute,
    )
    expect(waiting({ kind: 'auth', afterResume })).toMatchObject({ quickRetried: false })
  })

  test('it is quick even when it would have been the last attempt', () => {
    expect(waiting({ run: { ...fresh, counted: 11 }, afterResume })).toMatchObject({ counted: 11 })
  })
})

describe('a failure as it is stored', () => {
  test('what a stage said of its failure is kept', () => {
    expect(
      describeThrown(new TaskFailure('rate-limited', 'slow down', { retryAfterMs: 5 * second })),
    ).toEqual({
      error: { failureClass: 'rate-limited', name: 'TaskFailure', message: 'slow down' },
      retryAfterMs: 5_000,
    })
  })

  test('every other error is retryable', () => {
    expect(describeThrown(new TypeError('failed to fetch'))).toEqual({
      error: { failureClass: 'retryable', name: 'TypeError', message: 'failed to fetch' },
      retryAfterMs: 0,
    })
    expect(describeThrown('no')).toMatchObject({ error: { name: 'string', message: 'no' } })
    expect(describeThrown(undefined)).toMatchObject({
      error: { name: 'undefined', message: 'undefined' },
    })
  })

  test('a long message is cut to 1 KiB', () => {
    const { error } = describeThrown(new Error('😀'.repeat(10_000)))
    expect(byteLength(JSON.stringify(error.message))).toBeLessThanOrEqual(1024)
  })

  test('a Retry-After that is no time is none', () => {
    for (const retryAfterMs of [
      -1,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ]) {
      expect(
        describeThrown(new TaskFailure('rate-limited', 'x', { retryAfterMs })).retryAfterMs,
      ).toBe(0)
    }
  })

  test('whatever a stage throws is described as plain JSON', () => {
    const strange = fc.oneof(
      fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
      fc.constantFrom<unknown>(
        Symbol('x'),
        Object.create(null),
        { toString: null },
        Object.assign(new Error('x'), { name: 7 }),
        Object.assign(new Error('x'), { message: undefined }),
        Object.defineProperty(new Error('x'), 'message', {
          get(): never {
            throw new Error('no message for you')
          },
        }),
      ),
    )
    fc.assert(
      fc.property(strange, thrown => {
        const described = describeThrown(thrown)
        expect(JSON.parse(JSON.stringify(described))).toStrictEqual(described)
        expect([typeof described.error.name, typeof described.error.message]).toEqual([
          'string',
          'string',
        ])
      }),
      { numRuns: 300 },
    )
  })
})

test('what a redact gives that is no text is not stored: no store could hold a promise', () => {
  const redact = (message: string) => Promise.resolve(message) as unknown as string
  const { error } = describeThrown(new Error('secret'), redact)
  expect(error.message).toBe('the error could not be read')
})
