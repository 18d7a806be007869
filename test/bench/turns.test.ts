// In which order do the columns of the bench take their turns?
import { expect, test } from 'vitest'
import { turnsOf } from '../../bench/pages/turns.ts'

test('each round begins with the next column, and has each once', () => {
  const names = ['A', 'B', 'C']
  expect([0, 1, 2, 3].map(round => turnsOf(names, round).join(''))).toEqual([
    'ABC',
    'BCA',
    'CAB',
    'ABC',
  ])
  expect(turnsOf([], 5)).toEqual([])
})
