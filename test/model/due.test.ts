import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { remainingMs } from '../../src/model/due.ts'
import { day, minute, startAt } from './builders.ts'

describe('how long until a stored instant', () => {
  test('an instant that has come is due, also the present one', () => {
    expect(remainingMs(startAt, startAt, minute)).toBe(0)
    expect(remainingMs(startAt - day, startAt, minute)).toBe(0)
  })

  test('an instant within reach is that far away', () => {
    expect(remainingMs(startAt + minute, startAt, minute)).toBe(minute)
    expect(remainingMs(startAt + 1, startAt, minute)).toBe(1)
  })

  test('an instant further away than it can have been dated is due: the clock was set back since', () => {
    expect(remainingMs(startAt + minute + 1, startAt, minute)).toBe(0)
    expect(remainingMs(startAt + 365 * day, startAt, minute)).toBe(0)
  })

  test('nobody waits longer than is sensible', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.nat(), (at, now, sensibleMs) => {
        const remaining = remainingMs(at, now, sensibleMs)
        expect(remaining).toBeGreaterThanOrEqual(0)
        expect(remaining).toBeLessThanOrEqual(sensibleMs)
      }),
    )
  })
})
