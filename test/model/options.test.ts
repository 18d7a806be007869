import { describe, expect, test } from 'vitest'
import { checkOptions } from '../../src/model/options.ts'

const kinds = {
  source: 'any',
  byUser: 'boolean',
  limit: 'amount',
  onError: 'function',
  lease: { ttlMs: 'any' },
} as const

function messageOf(given: unknown): string {
  try {
    checkOptions(given, kinds, 'call()')
    return 'accepted'
  } catch (error) {
    return (error as Error).message
  }
}

describe('the options of a call', () => {
  test.each([
    [{}],
    [{ byUser: undefined, limit: 0, lease: {} }],
    [{ source: null, byUser: false, limit: 3, onError: () => 1, lease: { ttlMs: 1 } }],
  ])('what is known, and of its kind, passes: %j', given => {
    expect(messageOf(given)).toBe('accepted')
  })

  test.each([
    [{ bySuer: true }, "call(): option 'bySuer' is not known; did you mean 'byUser'?"],
    [{ LIMIT: 1 }, "call(): option 'LIMIT' is not known; did you mean 'limit'?"],
    [{ ttlMs: 1 }, "call(): option 'ttlMs' is not known; use lease: { ttlMs }."],
    [{ lease: { ttlms: 1 } }, "call(): option 'lease.ttlms' is not known; did you mean 'ttlMs'?"],
    [
      { colour: 1 },
      "call(): option 'colour' is not known; expected one of source, byUser, limit, onError, lease.",
    ],
    [{ isTrusted: true }, "call(): option 'isTrusted' is not known; an event? write () => call()."],
    [{ _reactName: 'onClick', type: 'click' }, 'write () => call().'],
    [{ toString: 1 }, "call(): option 'toString' is not known; expected one of source"],
    [{ byUser: 'yes' }, `call(): option 'byUser' must be a boolean, found "yes".`],
    [
      { limit: Number.POSITIVE_INFINITY },
      "option 'limit' must be a number from 0 on, found Infinity",
    ],
    [{ limit: -1 }, 'found -1'],
    [{ onError: null }, "option 'onError' must be a function, found null"],
    [{ lease: 5 }, "option 'lease' must be an object, found 5; it may have ttlMs"],
    [null, 'the options must be an object, found null'],
    [[], 'the options must be an object, found a list'],
    [function named() {}, 'found the function named'],
  ])('%j is refused with what was expected, what was found, and what to do', (given, part) => {
    expect(messageOf(given)).toContain(part)
  })
})
