/** Does a pull deliver every change exactly in order? */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deleteRow, putCourse } from './builders.ts'
import type { Page } from './client.ts'
import { client } from './shared-server.ts'

const ids = (pages: readonly Page[]) => pages.flatMap(page => page.rows.map(row => row.id))
const ada = { Authorization: 'Bearer ada' }

test('a first pull delivers all 60 courses in six pages of ten, each once', async () => {
  const pages = await client.pull('ada', 'courses')
  expect(pages.map(page => page.rows.length)).toEqual([10, 10, 10, 10, 10, 10])
  expect(pages.map(page => page.total)).toEqual([60, 50, 40, 30, 20, 10])
  expect(pages.map(page => page.more)).toEqual([true, true, true, true, true, false])
  expect(new Set(ids(pages)).size).toBe(60)
})

test('each account pulls only its own rows, each collection only its own', async () => {
  const [courses, messages] = [
    await client.pull('ada', 'courses'),
    await client.pull('grace', 'messages'),
  ]
  expect(ids(courses).every(id => id.startsWith('ada-course-'))).toBe(true)
  expect(ids(messages)).toHaveLength(40)
  expect(ids(messages).every(id => id.startsWith('grace-message-'))).toBe(true)
})

test('a page is as large as the client asks for', async () => {
  const pages = await client.pull('ada', 'courses', { limit: '25' })
  expect(pages.map(page => page.rows.length)).toEqual([25, 25, 10])
})

test('a client that has everything gets an empty page and keeps its cursor', async () => {
  const last = (await client.pull('ada', 'courses')).at(-1)
  const again = await client.page('ada', 'courses', { cursor: last?.next ?? '' })
  expect(again).toEqual({ rows: [], next: last?.next, more: false, total: 0 })
})

test('the next pull delivers only what changed, a deletion as a tombstone', async () => {
  const cursor = (await client.pull('ada', 'courses')).at(-1)?.next ?? ''
  const edit = putCourse('ada-course-07', { done: true })
  await client.push(edit)
  await client.push(deleteRow('ada-course-08'))
  const { rows } = await client.page('ada', 'courses', { cursor })
  expect(rows).toEqual([edit.entity, { id: 'ada-course-08', deleted: true }])
})

test('a row that changes between two pages is delivered again, and none is missed', async () => {
  const first = await client.page('ada', 'courses')
  await client.push(putCourse('ada-course-01', { title: 'changed' }))
  await client.push(putCourse('ada-course-60', { title: 'changed, too' }))
  const rest = await client.pull('ada', 'courses', { cursor: first.next })
  const rows = new Map([first, ...rest].flatMap(page => page.rows.map(row => [row.id, row])))
  expect([...rows.values()].sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
    (await client.state()).courses,
  )
})

test('a pull that pages while many clients write misses nothing', async () => {
  // Each write is of a row of its own, so that no later one makes up for it, and from a client
  // database of its own, so that nothing but the account is common to them.
  const writes = Array.from({ length: 60 }, (_, n) =>
    client.push(putCourse(`new-${n}`), { headers: { 'Leasehold-Store': `store-${n}` } }),
  )
  let isWriting = true
  const written = Promise.all(writes).finally(() => {
    isWriting = false
  })
  const rows = new Map<string, unknown>()
  let cursor: string | undefined
  for (let more = true; more || isWriting; ) {
    const query = { limit: '7', ...(cursor !== undefined && { cursor }) }
    const page: Page = await client.page('ada', 'courses', query)
    for (const row of page.rows) rows.set(row.id, row)
    cursor = page.next
    more = page.more
  }
  expect(new Set((await written).map(answer => answer.status))).toEqual(new Set([200]))
  for (const page of await client.pull('ada', 'courses', { cursor: cursor ?? '' }))
    for (const row of page.rows) rows.set(row.id, row)
  const { courses } = await client.state()
  expect(courses).toHaveLength(120)
  expect([...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)).toEqual(courses)
})

test('a cursor from before a reset starts from the beginning and says so', async () => {
  const { next } = await client.page('ada', 'courses')
  await client.send('POST', '/api/reset')
  const page = await client.page('ada', 'courses', { cursor: next })
  expect(page).toMatchObject({ restarted: true, total: 60, more: true })
  expect(page.rows[0]?.id).toBe('ada-course-01')
  expect(await client.page('ada', 'courses')).not.toHaveProperty('restarted')
})

test('a cursor of the other collection, or ahead of the data, is refused', async () => {
  const { next } = await client.page('ada', 'messages')
  const ahead = next.replace('messages', 'courses').replace(/\d+$/, '100000')
  for (const cursor of [next, ahead]) {
    const answer = await client.send('GET', `/api/courses/changes?cursor=${cursor}`, {
      headers: ada,
    })
    expect(answer).toMatchObject({ status: 400, body: { error: 'malformed' } })
    expect(answer.body.message).toMatch(/^cursor must be .*found/)
  }
})

test('any other text as cursor or limit is refused', async () => {
  const isLimit = (text: string) =>
    /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 100
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('', 'courses', '-1', '0', '101', '1e2'),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('cursor', 'limit'), texts, async (name, text) => {
      fc.pre(name === 'cursor' || !isLimit(text))
      const path = `/api/courses/changes?${name}=${encodeURIComponent(text)}`
      const answer = await client.send('GET', path, { headers: ada })
      expect(answer).toMatchObject({ status: 400, body: { error: 'malformed' } })
      expect(answer.body.message).toContain(`${name} must be`)
    }),
    { numRuns: 60 },
  )
})
