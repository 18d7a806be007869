import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  byteLength,
  canonicalJson,
  equalJson,
  findNonJson,
  type Json,
} from '../../src/model/json.ts'

const json = fc.jsonValue() as fc.Arbitrary<Json>

/** The same value with the members of every object in another order. */
function shuffled(value: Json): Json {
  if (Array.isArray(value)) return value.map(part => shuffled(part as Json))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, part]) => [name, shuffled(part)]),
  )
}

class Course {
  readonly id = 1
}

describe('what is plain JSON', () => {
  test('every JSON value is', () => {
    fc.assert(
      fc.property(json, value => {
        expect(findNonJson(value)).toBeNull()
      }),
    )
  })

  test('whatever is found plain survives a round trip through JSON', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withSet: true,
    })
    fc.assert(
      fc.property(anything, value => {
        if (findNonJson(value) !== null) return
        const text = JSON.stringify(value)
        expect(canonicalJson(JSON.parse(text) as Json)).toBe(canonicalJson(value as Json))
      }),
      { numRuns: 500 },
    )
  })

  test('an absent member is as good as one that is undefined', () => {
    expect(findNonJson({ a: undefined })).toBeNull()
  })

  test.each<[string, unknown]>([
    ['value is undefined', undefined],
    ['value is a function', () => 1],
    ['value is a bigint', 1n],
    ['value is a symbol', Symbol('x')],
    ['value is NaN', Number.NaN],
    ['value is Infinity', Number.POSITIVE_INFINITY],
    ['value is an instance of Date', new Date(0)],
    ['value is an instance of Map', new Map()],
    ['value is an instance of Course', new Course()],
    ['value.rows[1].at is an instance of Date', { rows: [1, { at: new Date(0) }] }],
    ['value[1] is undefined', [1, undefined]],
    ['value.toJSON is a function', { toJSON: () => 'x' }],
  ])('%s', (found, value) => expect(findNonJson(value)).toBe(found))

  test('a value that refers to itself is refused, not walked for ever', () => {
    const loop: { self?: unknown } = {}
    loop.self = loop
    expect(findNonJson(loop, 'payload')).toMatch(
      /nested deeper than 64 levels or refers to itself$/,
    )
  })
})

describe('equal JSON', () => {
  test('the order of members does not matter', () => {
    fc.assert(
      fc.property(json, value => {
        expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value))
        expect(equalJson(shuffled(value), value)).toBe(true)
      }),
    )
  })

  test('values that differ are not equal', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        const sorted = (value: Json): string =>
          JSON.stringify(shuffled(JSON.parse(canonicalJson(value)) as Json))
        expect(equalJson(a, b)).toBe(sorted(a) === sorted(b))
      }),
    )
  })

  test('the order of a list does matter', () => {
    expect(equalJson([1, 2], [2, 1])).toBe(false)
    expect(equalJson({ a: [{ b: 1, c: 2 }] }, { a: [{ c: 2, b: 1 }] })).toBe(true)
    expect(equalJson({ a: 1 }, { a: 1, b: null })).toBe(false)
  })
})

test('the length of a text is counted in bytes of UTF-8', () => {
  expect(byteLength('aß€😀')).toBe(1 + 2 + 3 + 4)
})
