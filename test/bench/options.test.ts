// What does the command line of the bench ask for?
import { expect, test } from 'vitest'
import { readOptions } from '../../bench/lib/options.ts'
import { askedOf } from '../../bench/lib/question.ts'

test('without arguments all rows are measured in Chromium, each with its own rounds, with a whole idle minute', () => {
  expect(readOptions([])).toEqual({
    asked: [],
    firefox: false,
    rounds: null,
    idleMs: 60_000,
    small: false,
    json: null,
    writeDocs: false,
  })
})

test('rows and options may come in any order', () => {
  const options = readOptions(['commit', '--rounds', '5', 'kill', '--json', 'a.json', '--firefox'])
  expect(options).toMatchObject({
    asked: ['commit', 'kill'],
    rounds: 5,
    json: 'a.json',
    firefox: true,
  })
})

test.each([
  [['--round', '5'], /no option --round/],
  [['--rounds'], /--rounds lacks its value/],
  [['--rounds', '0'], /--rounds must be a whole number from 1 on, found 0/],
  [['--rounds', 'many'], /found many/],
  [['--json', '--rounds', '5'], /--json lacks its value/],
])('%j is refused, and says how the command is called', (args, message) => {
  expect(() => readOptions(args)).toThrow(message)
  expect(() => readOptions(args)).toThrow(/npm run bench/)
})

test('a row is asked for by its name, or with others by the words that they begin with', () => {
  const names = ['commit', 'commit-write', 'keys-10-start', 'keys-10-settle']
  expect(askedOf(names, [])).toEqual(names)
  expect(askedOf(names, ['commit-write'])).toEqual(['commit-write'])
  expect(askedOf(names, ['commit'])).toEqual(['commit'])
  expect(askedOf(names, ['keys-10'])).toEqual(['keys-10-start', 'keys-10-settle'])
  expect(askedOf(names, ['key', 'comm'])).toEqual([])
})
