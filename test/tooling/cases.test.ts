/** Does a test show each case that users of such systems have reported? */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listFiles } from '../../scripts/lib/files.mjs'
import { titlesOf } from './titles.ts'

/** Numbers never change; a case that is added gets a test that names it in its title. */
const cases = {
  'one run': 'C01 C02 C03 C04 C05 C06 C07 C08 C09 C09a C09b C09c',
  'dead, frozen, asleep': 'C10 C11 C12 C13 C14 C15 C16 C16a C16b C16c C17 C18',
  recovery: 'C20 C21 C22 C23 C24 C25 C25a C25b C25c C25d C26',
  accounts: 'C30 C31 C32 C32a C32b C33',
  storage: 'C40 C41 C42 C43 C44 C45 C46 C47 C48 C49',
  'stop and drain': 'C50 C51 C52 C53 C54',
}

const titles = ['test', 'e2e'].flatMap(folder =>
  listFiles(folder)
    .filter(path => path.endsWith('.ts') && path !== 'tooling/cases.test.ts')
    .flatMap(path => titlesOf(readFileSync(`${folder}/${path}`, 'utf8'))),
)

test.each(Object.entries(cases))('every case of "%s" is named by a test', (_, numbers) => {
  expect(numbers.split(' ').filter(number => !isNamed(number, titles))).toEqual([])
})

test('every number that a title names is one of the list', () => {
  const named = titles.flatMap(title => title.match(/\bC\d\d[a-z]?\b/g) ?? [])
  const known = new Set(Object.values(cases).join(' ').split(' '))
  expect([...new Set(named)].filter(number => !known.has(number))).toEqual([])
})

test.each([
  ["test('C10 a tab dies', run)", true],
  ["describe('C10 C11 a tab dies', run)", true],
  ["test.each([1, 2])('C10 a tab dies %s times', run)", true],
  ['test(`C10 ${name} dies`, run)', true],
  ["test('C10a a tab dies', run)", false],
  ["test('a tab dies', run) // C10", false],
  ["test('a tab dies', () => say('C10'))", false],
  ["test.skip('C10 a tab dies', run)", false],
])('whether C10 is named by %s: %s', (source, expected) => {
  expect(isNamed('C10', titlesOf(source))).toBe(expected)
})

function isNamed(number: string, within: readonly string[]): boolean {
  return within.some(title => new RegExp(`\\b${number}\\b`).test(title))
}
