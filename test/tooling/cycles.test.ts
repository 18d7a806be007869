import { expect, test } from 'vitest'
import { findCycles } from '../../scripts/lib/cycles.mjs'

const cycles = (graph: Record<string, string[]>) => findCycles(new Map(Object.entries(graph)))

test('a graph without a cycle has none, though two ways lead to one file', () => {
  expect(cycles({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] })).toEqual([])
})

test('a cycle is named by its files, in import order', () => {
  expect(cycles({ a: ['b'], b: ['c'], c: ['b'] })).toEqual([['b', 'c']])
})

test('a file that imports itself is a cycle', () => {
  expect(cycles({ a: ['a'] })).toEqual([['a']])
})
