import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { headerNames, idempotencyKey } from '../../src/model/idempotency.ts'

const unit = fc.oneof(
  fc.constantFrom(
    ':',
    '~',
    '%',
    '%3A',
    '7e',
    'd800',
    '\ud800',
    '\udfff',
    '😀',
    'ß',
    '\n',
    ' ',
    'at',
    'at5',
    '"',
  ),
  fc.nat(0xffff).map(code => String.fromCharCode(code)),
)
const text = fc.array(unit, { maxLength: 6 }).map(units => units.join(''))
const slot = fc.option(fc.nat(), { nil: null })
const parts = fc.tuple(text, text, text, slot)

describe('the key by which a server recognises an edit', () => {
  test('it is made of store, task key and part', () => {
    expect(idempotencyKey('s1', 'u1|course_sync', 'edit-7')).toBe('s1:u1%7Ccourse_sync:edit-7')
  })

  test('it is printable ASCII that a header carries, whatever the part is', () => {
    fc.assert(
      fc.property(parts, each => {
        expect(idempotencyKey(...each)).toMatch(/^[\x21-\x7e]*$/)
      }),
      { numRuns: 500 },
    )
  })

  test('two edits never share a key', () => {
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        expect(idempotencyKey(...a) === idempotencyKey(...b)).toBe(
          JSON.stringify(a) === JSON.stringify(b),
        )
      }),
      { numRuns: 1_000 },
    )
  })

  test.each<[readonly [string, string, string], readonly [string, string, string]]>([
    [
      ['s', 'k', 'a:b'],
      ['s', 'k:a', 'b'],
    ],
    [
      ['s', 'k', '~7e'],
      ['s', 'k', '~'],
    ],
    [
      ['s', 'k', '\ud800'],
      ['s', 'k', '~d800'],
    ],
    [
      ['s', 'k', '\ud800'],
      ['s', 'k', '\ud801'],
    ],
    [
      ['s', 'k', '😀'],
      ['s', 'k', '%F0%9F%98%80'],
    ],
  ])('%j is another edit than %j', (a, b) =>
    expect(idempotencyKey(...a)).not.toBe(idempotencyKey(...b)),
  )

  test('work of one slot has its own key, another one than the same work of the next slot', () => {
    const keys = [null, 0, 5, 50].map(at => idempotencyKey('s1', 'u1|s', 'bill', at))
    expect(new Set(keys).size).toBe(4)
  })

  test('512 characters pass, one more is too large', () => {
    const room = 512 - 's1:u1:'.length
    expect(idempotencyKey('s1', 'u1', 'x'.repeat(room))).toHaveLength(512)
    expect(() => idempotencyKey('s1', 'u1', 'x'.repeat(room + 1))).toThrow(
      expect.objectContaining({ code: 'too-large', details: { length: 513 } }),
    )
  })

  test('the header that carries it is the one that servers know', () => {
    expect(headerNames.idempotencyKey).toBe('Idempotency-Key')
    expect(new Set(Object.values(headerNames)).size).toBe(4)
  })
})
