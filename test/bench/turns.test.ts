// In which order do the columns of the bench take their turns?
import { expect, test } from 'vitest'
import { turnsOf } from '../../bench/pages/turns.ts'

test('each round has each column once, and begins with the next one', () => {
  for (const length of [1, 2, 3, 6, 9]) {
    const names = Array.from({ length }, (_, i) => i)
    for (let round = 0; round < 40; round += 1) {
      const turns = turnsOf(names, round)
      expect(turns.toSorted((a, b) => a - b)).toEqual(names)
      expect(turns[0]).toBe(round % length)
    }
  }
  expect(turnsOf([], 5)).toEqual([])
})

test('no column always comes after the same other one', () => {
  for (const length of [3, 5, 6, 9]) {
    const names = Array.from({ length }, (_, i) => i)
    const before = names.map(() => new Set<number>())
    for (let round = 0; round < 40; round += 1) {
      const turns = turnsOf(names, round)
      for (const [at, name] of turns.entries()) {
        const last = turns[at - 1]
        if (last !== undefined) before[name]?.add(last)
      }
    }
    for (const each of before) expect(each.size).toBeGreaterThan(1)
  }
})
