/** Does the request log tell what happened, in order? */
import { expect, test } from 'vitest'
import { putCourse } from './builders.ts'
import { client, clock } from './shared-server.ts'
import { eventually } from './waiting.ts'

test('a pull is written down with its cursor, a push with its edit, key, fence and run', async () => {
  const { next } = await client.page('ada', 'courses')
  await client.page('ada', 'courses', { cursor: next })
  const edit = putCourse('mine')
  await client.push(edit, { headers: { 'Leasehold-Run': 'run-1', 'Leasehold-Fence': '12' } })
  const [first, second, push] = await client.log()
  const path = '/api/courses/changes'
  expect(first).toMatchObject({ account: 'ada', method: 'GET', path, cursor: null, status: 200 })
  expect(second).toMatchObject({ path, cursor: next, seq: (first?.seq ?? 0) + 1 })
  expect(push).toEqual({
    seq: (first?.seq ?? 0) + 2,
    at: clock.now(),
    account: 'ada',
    method: 'POST',
    path: '/api/courses/edits',
    cursor: null,
    editId: edit.id,
    idempotencyKey: `store-1/ada/${edit.id}`,
    fence: 12,
    store: 'store-1',
    key: 'ada|course_sync',
    run: 'run-1',
    status: 200,
    applied: true,
    replay: false,
  })
})

test('refused requests are written down, too', async () => {
  await client.send('GET', '/api/courses/changes')
  await client.page('ada', 'courses', { cursor: 'nonsense' })
  await client.trouble({ failNext: { status: 503, count: 1 } })
  const edit = putCourse('mine')
  await client.push(edit)
  await client.push(edit)
  await client.push(edit)
  await client.push(edit, { headers: { 'Leasehold-Fence': '0' } })
  const log = await client.log()
  expect(log.map(({ status, applied, replay }) => [status, applied, replay])).toEqual([
    [401, false, false],
    [400, false, false],
    [503, false, false],
    [200, true, false],
    [200, false, true],
    [412, false, false],
  ])
  expect(log[2]).toMatchObject({ editId: edit.id })
  expect(log[0]).toMatchObject({ account: null })
})

test('the log is read from a number on, cleared, and counts on after that', async () => {
  for (let n = 0; n < 4; n++) await client.page('ada', 'courses')
  const all = await client.log()
  expect(all).toHaveLength(4)
  expect(await client.log(all[1]?.seq)).toEqual(all.slice(2))
  await client.send('DELETE', '/api/log')
  expect(await client.log()).toEqual([])
  await client.page('ada', 'courses')
  expect((await client.log()).map(entry => entry.seq)).toEqual([(all[3]?.seq ?? 0) + 1])
})

test('a request that began before the log was cleared does not come back into it', async () => {
  await client.trouble({ delayMs: 100 })
  const answer = client.page('ada', 'courses')
  await eventually(() => clock.waiting()).toEqual([100])
  await client.send('DELETE', '/api/log')
  clock.release()
  await answer
  expect(await client.log()).toEqual([])
})

test('a malformed number is refused', async () => {
  for (const after of ['x', '-1', '1.5', '%00'])
    expect((await client.send('GET', `/api/log?after=${after}`)).status).toBe(400)
})

test('reading the log, the state or the switches writes nothing into it', async () => {
  await client.state()
  await client.trouble({})
  await client.log()
  expect(await client.log()).toEqual([])
})
