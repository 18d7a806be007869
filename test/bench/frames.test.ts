// When is the inspector's list smooth?
import { expect, test } from 'vitest'
import { judgeFrames } from '../../bench/lib/frames.ts'

const budget = { worstMs: 50, rows: 100 }
const areMet = (frames: readonly number[], most: number): readonly boolean[] =>
  judgeFrames({ frames, most }, budget).map(({ isMet }) => isMet)

test('one frame that is too long misses the budget', () => {
  expect(areMet([16, 50], 40)).toEqual([true, true])
  expect(areMet([16, 50.1, 16], 40)).toEqual([false, true])
})

test('a list that puts all of its rows into the document misses it', () => {
  expect(areMet([16], 10_000)).toEqual([true, false])
})

test('a list that did not scroll was not measured', () => {
  expect(areMet([], 0)).toEqual([false, false])
})
