import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkJson, clip, noteBytes, triggersKept, valueBytes } from '../../src/model/bounds.ts'
import { byteLength } from '../../src/model/json.ts'

/** A text whose JSON, quotes included, takes exactly so many bytes. */
const ofBytes = (bytes: number, letter = 'x') => letter.repeat((bytes - 2) / byteLength(letter))

describe('values that are stored', () => {
  test('the limits are those of the design', () => {
    expect([valueBytes, noteBytes, triggersKept]).toEqual([16 * 1024, 1024, 20])
  })

  test('16 KiB of JSON pass, one byte more is too large', () => {
    expect(checkJson(ofBytes(16_384), 'payload')).toHaveLength(16_382)
    expect(() => checkJson(ofBytes(16_385), 'payload')).toThrow(
      expect.objectContaining({
        code: 'too-large',
        details: { what: 'payload', bytes: 16_385, maxBytes: 16_384 },
      }),
    )
  })

  test('bytes are counted, not characters', () => {
    expect(checkJson(ofBytes(16_384, 'ß'), 'payload')).toHaveLength(8_191)
    expect(() => checkJson(`${ofBytes(16_384, 'ß')}x`, 'payload')).toThrow('takes 16385')
    expect(() => checkJson('€'.repeat(5_462), 'payload')).toThrow('takes 16388')
    expect(() => checkJson({ text: '😀'.repeat(4_096) }, 'cursor')).toThrow(
      'cursor may take 16384 bytes',
    )
  })

  test('a smaller limit is kept as exactly', () => {
    expect(checkJson(ofBytes(noteBytes), 'progress detail', noteBytes)).toHaveLength(1_022)
    expect(() => checkJson(ofBytes(noteBytes + 1), 'progress detail', noteBytes)).toThrow(
      'takes 1025',
    )
  })

  test('what is accepted never takes more than the limit', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 2, max: 200 }), (value, maxBytes) => {
        const bytes = byteLength(JSON.stringify(value))
        if (bytes <= maxBytes)
          expect(checkJson(value, 'payload', maxBytes)).toEqual(JSON.parse(JSON.stringify(value)))
        else expect(() => checkJson(value, 'payload', maxBytes)).toThrow(`takes ${bytes}`)
      }),
    )
  })

  test('a copy is kept: what the caller changes later changes nothing', () => {
    const list = [1]
    const kept = checkJson({ list }, 'payload')
    list.push(2)
    expect(kept).toEqual({ list: [1] })
  })

  test('what is not JSON is refused, saying where', () => {
    expect(() => checkJson({ at: new Date(0) }, 'payload')).toThrow(
      'payload.at is an instance of Date',
    )
    expect(() => checkJson(undefined, 'payload')).toThrow(
      expect.objectContaining({ code: 'not-json' }),
    )
  })
})

describe('texts that are cut', () => {
  test('a text that fits stays as it is, one that does not fits afterwards', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc.integer({ min: 2, max: 300 }),
        (text, maxBytes) => {
          const cut = clip(text, maxBytes)
          expect(text.startsWith(cut)).toBe(true)
          expect(byteLength(JSON.stringify(cut))).toBeLessThanOrEqual(maxBytes)
          if (byteLength(JSON.stringify(text)) <= maxBytes) expect(cut).toBe(text)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('a long text keeps most of what fits', () => {
    expect(clip('x'.repeat(1_000_000)).length).toBeGreaterThan(noteBytes / 2)
  })
})
