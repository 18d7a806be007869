import { expect, test } from 'vitest'
import { findClockReads } from '../../scripts/lib/clock-reads.mjs'

test('a Date made of nothing reads the clock', () => {
  expect(findClockReads('a.ts', 'new Date()\nDate()\nnew Date')).toEqual([1, 2, 3])
})

test('a Date made of a value does not', () => {
  expect(findClockReads('a.ts', 'new Date(5)\nDate.parse("2026-01-01")')).toEqual([])
})
