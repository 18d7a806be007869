// What does the command line of the bench ask for?
import { expect, test } from 'vitest'
import { readOptions } from '../../bench/lib/options.ts'
import { isAsked } from '../../bench/lib/question.ts'

const row = (name: string) => ({ name, title: name, unit: 'ms' }) as const

test('without arguments all rows are measured in Chromium, 200 rounds, with a whole idle minute', () => {
  expect(readOptions([])).toEqual({
    asked: [],
    firefox: false,
    rounds: 200,
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
])('%j is refused, and says how the command is called', (args, message) => {
  expect(() => readOptions(args)).toThrow(message)
  expect(() => readOptions(args)).toThrow(/npm run bench/)
})

test('a row is asked for by its name, or by the first words of it', () => {
  const rows = [row('keys-10-start'), row('commit-write')]
  expect(isAsked(rows, [])).toBe(true)
  expect(isAsked(rows, ['commit-write'])).toBe(true)
  expect(isAsked(rows, ['keys'])).toBe(true)
  expect(isAsked(rows, ['key', 'comm'])).toBe(false)
})
