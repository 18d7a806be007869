import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addFarewells,
  farewellsKept,
  readFarewells,
  removeFarewells,
} from '../../src/model/farewell.ts'

test('who said farewell is named until it is back', () => {
  const note = addFarewells(addFarewells(null, ['a', 'b']), ['c'])
  expect(readFarewells(note)).toEqual(['a', 'b', 'c'])
  expect(readFarewells(removeFarewells(note, ['b']))).toEqual(['a', 'c'])
})

test('a note keeps the twenty that left last, each once', () => {
  const owners = Array.from({ length: farewellsKept + 5 }, (_, n) => `owner-${n}`)
  const note = owners.reduce<string | null>((before, owner) => addFarewells(before, [owner]), null)
  expect(readFarewells(note)).toEqual(owners.slice(5))
  expect(readFarewells(addFarewells(note, ['owner-9'])).at(-1)).toBe('owner-9')
  expect(new Set(readFarewells(addFarewells(note, ['owner-9']))).size).toBe(farewellsKept)
})

test('a page with more runs than that leaves all of them', () => {
  const owners = Array.from({ length: farewellsKept + 5 }, (_, n) => `owner-${n}`)
  expect(readFarewells(addFarewells(JSON.stringify(['before']), owners))).toEqual(owners)
})

test('whatever else a page left under that name says farewell for nobody', () => {
  for (const note of [null, '', '{', 'null', '7', '{"0":"a"}', '[1,null,{}]'])
    expect(readFarewells(note)).toEqual([])
  fc.assert(fc.property(fc.string(), note => Array.isArray(readFarewells(note))))
})
