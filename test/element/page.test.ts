// Does docs/sync-button.md name everything that the sync button has?
import { expect, test } from 'vitest'
import { englishTexts } from '../../src/element/english.ts'
import { style } from '../../src/element/style.ts'
import type { TaskStatus } from '../../src/model/view.ts'
import { readPage, tableBelow } from '../docs/pages.ts'
import { states } from './states.ts'

const page = readPage('docs/sync-button.md')

/** What stands in backticks in the first cells of the table below a heading. */
function namedBelow(heading: string): readonly string[] {
  return tableBelow(page, heading).flatMap(([cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(found => found[1] ?? ''),
  )
}

/** What the first group finds in a source, each once. */
function foundIn(path: string, pattern: RegExp): readonly string[] {
  const { text } = readPage(path)
  return [...new Set([...text.matchAll(pattern)].map(found => found[1] ?? ''))].toSorted()
}

test('every text, and none that is not there', () => {
  const named = namedBelow('Texts and languages').filter(name => !/^[{ ]/.test(name))
  expect(named.toSorted()).toEqual(Object.keys(englishTexts).toSorted())
})

test('every property and event', () => {
  expect(namedBelow('Properties and attributes').toSorted()).toEqual(
    foundIn('src/element/properties.ts', /^ {2}(\w+): .* \| null$|^ {2}(?:detailed|texts): .*$/gm)
      .concat('detailed', 'texts')
      .filter(name => name !== '')
      .toSorted(),
  )
  expect(namedBelow('Events').toSorted()).toEqual(
    foundIn('src/element/presses.ts', /readonly '(leasehold-\w+)'/g),
  )
})

test('every custom property', () => {
  const used = [...new Set(style.match(/--leasehold-[\w-]+/g))].toSorted()
  expect(foundIn('docs/sync-button.md', /^\| `(--[\w-]+)`/gm)).toEqual(used)
})

test('every part', () => {
  const made = foundIn('src/element/parts.ts', /make\('\w+', '([\w-]+)'/g).filter(
    part => part !== 'live',
  )
  const documented = new Set(page.text.match(/`[\w-]+`/g))
  expect([...made, 'icon'].filter(part => !documented.has(`\`${part}\``))).toEqual([])
})

test('every status of a view, each of which has a state that is looked at', () => {
  const all: Readonly<Record<TaskStatus, true>> = {
    loading: true,
    idle: true,
    running: true,
    waiting: true,
    paused: true,
    deferred: true,
    interrupted: true,
    blocked: true,
    'signed-out': true,
  }
  const statuses = Object.keys(all).toSorted()
  expect([...new Set(namedBelow('What it says'))].toSorted()).toEqual(statuses)
  expect([...new Set(Object.values(states).map(view => view.status))].toSorted()).toEqual(statuses)
})
