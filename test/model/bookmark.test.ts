import { expect, test } from 'vitest'
import { bookmarked, bookmarkOf } from '../../src/model/bookmark.ts'
import { aPolicy, startAt } from './support.ts'

const policy = aPolicy()
const empty = { bookmarks: {}, run: null }
const bookmarks = bookmarked(empty, { stage: 'pulling', cursor: 'page-3' }, policy, startAt)

test('a commit of an incremental stage is where the next occurrence begins', () => {
  expect(bookmarks).toEqual({ pulling: { cursor: 'page-3', taskVersion: 1, at: startAt } })
  expect(bookmarkOf(bookmarks, 'pulling', policy)).toBe('page-3')
})

test('other stages, and steps without a cursor, leave none', () => {
  expect(bookmarked(empty, { stage: 'pushing', cursor: 3 }, policy, startAt)).toEqual({})
  expect(bookmarked(empty, { stage: 'pulling' }, policy, startAt)).toEqual({})
})

test('a bookmark of another task version, or of a stage that is no longer incremental, is not used', () => {
  expect(bookmarkOf(bookmarks, 'pulling', aPolicy({ version: 2 }))).toBeNull()
  const stages = [{ name: 'pulling', incremental: false }]
  expect(bookmarkOf(bookmarks, 'pulling', aPolicy({ stages }))).toBeNull()
})
