// What is said of many measured values?
import { expect, test } from 'vitest'
import { quantile } from '../../bench/lib/quantile.ts'

test('a quantile is one of the values, by the nearest rank, in whatever order they came', () => {
  const values = [5, 1, 4, 2, 3]
  expect([0.5, 0.95, 1].map(part => quantile(values, part))).toEqual([3, 5, 5])
  expect(quantile([2, 1], 0.5)).toBe(1)
  expect(values).toEqual([5, 1, 4, 2, 3])
})

test('of a hundred values five may be above the 95th percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, i) => i + 1)
  expect(quantile(hundred, 0.95)).toBe(95)
})

test('of no values there is nothing to say', () => {
  expect(quantile([], 0.5)).toBeNaN()
})
