import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkName, encodeKey, parseKey } from '../../src/model/key.ts'

/** Any text of UTF-16 units: separators, escapes, controls and lone surrogates come often. */
const unit = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '|',
      '%',
      '%007c',
      '\0',
      '\n',
      '\u007f',
      ' ',
      '-',
      '\ud83d',
      '\ude00',
      '😀',
      'ß',
    ),
  },
  { weight: 1, arbitrary: fc.nat(0xffff).map(code => String.fromCharCode(code)) },
  { weight: 1, arbitrary: fc.constantFrom('a', 'b', '0', '00', '7c') },
)
const part = fc.array(unit, { minLength: 1, maxLength: 12 }).map(units => units.join(''))
const keys = fc.record({ userId: part, scope: part })

describe('the string form of a key', () => {
  test('a plain key reads as user, bar, scope', () => {
    expect(encodeKey({ userId: 'u1', scope: 'course_sync' })).toBe('u1|course_sync')
    expect(encodeKey({ userId: 'anna@example.org', scope: 'Kurse für Jürgen' })).toBe(
      'anna@example.org|Kurse für Jürgen',
    )
  })

  test('a bar that wanders from one part to the other makes another key', () => {
    expect(encodeKey({ userId: 'a|b', scope: 'c' })).not.toBe(
      encodeKey({ userId: 'a', scope: 'b|c' }),
    )
  })

  test('two keys that differ never share a string form', () => {
    fc.assert(
      fc.property(keys, keys, (a, b) => {
        expect(encodeKey(a) === encodeKey(b)).toBe(a.userId === b.userId && a.scope === b.scope)
      }),
      { numRuns: 500 },
    )
  })

  test('two keys of the same letters, cut elsewhere, never share a string form', () => {
    fc.assert(
      fc.property(part, part, fc.nat(), (first, rest, cut) => {
        const whole = first + rest
        const at = 1 + (cut % (whole.length - 1))
        const a = { userId: first, scope: rest }
        const b = { userId: whole.slice(0, at), scope: whole.slice(at) }
        expect(encodeKey(a) === encodeKey(b)).toBe(at === first.length)
      }),
      { numRuns: 500 },
    )
  })

  test('it reads back as the same key', () => {
    fc.assert(
      fc.property(keys, key => {
        expect(parseKey(encodeKey(key))).toEqual(key)
      }),
      { numRuns: 500 },
    )
  })

  test('it is a well-formed text without control characters, whatever the names are', () => {
    fc.assert(
      fc.property(keys, key => {
        const text = encodeKey(key)
        expect(text).not.toMatch(/[\u0000-\u001f]/)
        expect(text).not.toMatch(/\p{Surrogate}/u)
      }),
    )
  })

  test('any text reads as a key that has exactly this form, or as none', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(unit).map(units => units.join('')),
    )
    fc.assert(
      fc.property(texts, text => {
        const key = parseKey(text)
        if (key) expect(encodeKey(key)).toBe(text)
      }),
      { numRuns: 1_000 },
    )
  })

  test.each([
    '',
    'u1',
    '|',
    'u1|',
    '|scope',
    'a|b|c',
    'a%|b',
    'a%00|b',
    'a%0041|b',
    'a%007C|b',
    `${'x'.repeat(257)}|s`,
  ])('%j is no key', text => expect(parseKey(text)).toBeNull())
})

describe('the name of a user or scope', () => {
  test('it has 1 to 256 characters', () => {
    expect(checkName('x', 'scope')).toBe('x')
    expect(checkName('x'.repeat(256), 'scope')).toHaveLength(256)
    expect(() => checkName('', 'scope')).toThrow(
      'scope must have 1 to 256 characters, found a text of 0',
    )
    expect(() => checkName('x'.repeat(257), 'userId')).toThrow('userId')
  })

  test.each([[null], [undefined], [7], [{}], [['u1']]])(
    '%j is refused with what was found and what to do',
    name => {
      expect(() => checkName(name, 'userId')).toThrow(
        expect.objectContaining({ code: 'invalid-argument' }),
      )
      expect(() => checkName(name, 'userId')).toThrow(/found (null|undefined|number|object); pass/)
    },
  )
})
