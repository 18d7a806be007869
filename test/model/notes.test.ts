/** How triggers are written down without end. */
import { expect, test } from 'vitest'
import { triggersKept } from '../../src/model/bounds.ts'
import { addNotes } from '../../src/model/notes.ts'
import type { TriggerNote } from '../../src/model/trigger.ts'

const note = (source: string, at: number, count = 1): TriggerNote => ({
  source,
  at,
  byUser: false,
  agent: 'tab-a',
  decision: 'joined',
  reason: null,
  count,
})

test('equal triggers of a run are one entry with their number, under the time of the first', () => {
  const added = addNotes([note('online', 1), note('push', 2)], 0, [note('online', 3, 4)])
  expect(added).toEqual({ triggers: [note('online', 1, 5), note('push', 2)], triggersDropped: 0 })
})

test('beyond twenty they are counted only, as often as they stand for', () => {
  const many = Array.from({ length: triggersKept + 1 }, (_, i) => note(`source ${i}`, i, 2))
  const { triggers, triggersDropped } = addNotes([], 3, many)
  expect(triggers).toEqual(many.slice(0, triggersKept))
  expect(triggersDropped).toBe(3 + 2)
})
