import { describe, expect, test } from 'vitest'
import type { FailureClass } from '../../src/model/error.ts'
import { chooseHttpFailure, type HttpAnswer } from '../../src/model/http-answer.ts'
import { day, hour, minute, startAt } from './support.ts'

function judge(status: number, about: Partial<HttpAnswer> = {}) {
  return chooseHttpFailure(
    { status, retryAfter: null, date: null, fenced: true, ...about },
    startAt,
  )
}

function boundOf(retryAfter: string, date: string | null = null): number | undefined {
  return judge(503, { retryAfter, date })?.retryAfterMs
}

const at = (ms: number): string => new Date(startAt + ms).toUTCString()

describe('the class of an answer', () => {
  test.each([200, 204, 299])('%i is no failure', status => {
    expect(judge(status)).toBeNull()
  })

  test.each([
    ['an opaque answer, or a redirect that was not to be followed, in a browser', 0],
    ['such a redirect in Node.js', 302],
    ['what the caller has already', 304],
  ])('%s is no failure: it was asked for', (_, status) => {
    expect(judge(status, { retryAfter: '60' })).toBeNull()
  })

  test.each<[number, FailureClass]>([
    [400, 'fatal'],
    [401, 'auth'],
    [403, 'fatal'],
    [404, 'fatal'],
    [408, 'retryable'],
    [409, 'fatal'],
    [412, 'fence-rejected'],
    [422, 'fatal'],
    [425, 'retryable'],
    [429, 'rate-limited'],
    [500, 'retryable'],
    [502, 'retryable'],
    [503, 'retryable'],
    [504, 'retryable'],
    [511, 'offline'],
    [599, 'retryable'],
  ])('%i is %s', (status, failureClass) => {
    expect(judge(status)).toEqual({ failureClass, retryAfterMs: 0 })
  })

  test('a 412 to a request that named no fence refuses a condition of the app: fatal', () => {
    expect(judge(412, { fenced: false })).toMatchObject({ failureClass: 'fatal' })
  })

  test.each([403, 408, 409, 413, 425, 429, 500, 503])(
    'a %i that says when to come back limits the rate, and refuses nothing for good',
    status => {
      expect(judge(status, { retryAfter: '60' })).toEqual({
        failureClass: 'rate-limited',
        retryAfterMs: minute,
      })
    },
  )

  test.each<[number, FailureClass]>([
    [401, 'auth'],
    [412, 'fence-rejected'],
    [511, 'offline'],
  ])('%i stays %s, whenever to come back', (status, failureClass) => {
    expect(judge(status, { retryAfter: '60' })).toMatchObject({ failureClass })
  })
})

describe('Retry-After', () => {
  test('in seconds', () => {
    expect(['1', ' 120 ', '0.5'].map(each => boundOf(each))).toEqual([1_000, 120_000, 500])
  })

  test('as a date, by the clock of the server where it is told', () => {
    expect(boundOf(at(hour), at(0))).toBe(hour)
    // This device is a year behind, or ahead: the distance is the same.
    expect(boundOf(at(hour + 365 * day), at(365 * day))).toBe(hour)
    expect(boundOf(at(hour - 365 * day), at(-365 * day))).toBe(hour)
  })

  test('as a date, by the clock of this device where the other is not told', () => {
    expect(boundOf(at(hour))).toBe(hour)
    expect(boundOf(at(hour), 'yesterday 12')).toBe(hour)
  })

  test.each(['0', '000', '0.0', at(0), at(-hour)])(
    'that is over already is as good as none: "%s"',
    retryAfter => {
      for (const status of [403, 429, 500, 503])
        expect(judge(status, { retryAfter })).toEqual(judge(status))
    },
  )

  test('a date that this device has passed, and the server has not, still bounds', () => {
    expect(boundOf(at(-hour), at(-2 * hour))).toBe(hour)
  })

  test('the longer form of a weekday is read as well', () => {
    expect(boundOf('Sunday, 06-Nov-94 08:49:37 GMT', 'Sun, 06 Nov 1994 08:49:07 GMT')).toBe(30_000)
  })

  test.each(['', ' ', '-5', 'soon', '5 apples', '1e3', 'Sun Nov  6 08:49:37 1994', 'Mon, 99 GMT'])(
    'what is neither bounds nothing: "%s"',
    retryAfter => {
      expect(judge(503, { retryAfter })).toEqual({ failureClass: 'retryable', retryAfterMs: 0 })
    },
  )
})
