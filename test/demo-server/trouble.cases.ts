/** Do the trouble switches make exactly the trouble that they promise? */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTrouble } from '../../demo-pwa/server/trouble.ts'
import { putCourse } from './builders.ts'
import { client, clock } from './shared-server.ts'
import { eventually } from './waiting.ts'

const bearer = (account: string) => ({ headers: { Authorization: `Bearer ${account}` } })
const status = async (account = 'ada') =>
  (await client.send('GET', '/api/courses/changes', bearer(account))).status

test('a slow server does the work at once and answers later', async () => {
  await client.trouble({ delayMs: 500 })
  const edit = putCourse('mine')
  const answer = client.push(edit)
  await eventually(() => clock.waiting()).toEqual([500])
  expect((await client.state()).edits).toEqual({ [edit.id]: 1 })
  expect((await client.log()).at(-1)).toMatchObject({ applied: true, status: null })
  clock.release()
  expect((await answer).status).toBe(200)
  expect((await client.log()).at(-1)).toMatchObject({ applied: true, status: 200 })
})

test('a failing server fails the next requests, applies nothing, then is well', async () => {
  await client.trouble({ failNext: { status: 503, count: 2, retryAfterS: 30 } })
  const edit = putCourse('mine')
  const first = await client.push(edit)
  expect(first.status).toBe(503)
  expect(first.headers.get('Retry-After')).toBe('30')
  expect(await status('grace')).toBe(503)
  expect((await client.state()).edits).toEqual({})
  expect(await client.push(edit)).toMatchObject({ status: 200, body: { applied: true } })
})

test('a server that is down answers everything with the status until it is up', async () => {
  await client.trouble({ failAll: 500 })
  expect([await status(), await status(), await status('grace')]).toEqual([500, 500, 500])
  await client.trouble({ failAll: null })
  expect(await status()).toBe(200)
})

test('trouble for one account leaves the other alone', async () => {
  await client.trouble({ account: 'grace', failAll: 500 })
  expect([await status('ada'), await status('grace')]).toEqual([200, 500])
})

test('a held edit is applied, answered when it is released, and shown meanwhile', async () => {
  await client.trouble({ holdAfterApply: true })
  const edit = putCourse('mine')
  const answer = client.push(edit)
  await eventually(() => client.held()).toBe(1)
  expect((await client.state()).edits).toEqual({ [edit.id]: 1 })
  expect((await client.log()).at(-1)).toMatchObject({
    editId: edit.id,
    applied: true,
    status: null,
  })
  await client.trouble({ holdAfterApply: false })
  expect((await answer).status).toBe(200)
  expect(await client.held()).toBe(0)
})

test('a client killed while its edit is held leaves no trace but the log; its successor gets the answer', async () => {
  await client.trouble({ account: 'ada', holdAfterApply: true })
  const edit = putCourse('mine')
  const killed = new AbortController()
  const lost = client.push(edit, { signal: killed.signal }).catch(() => 'lost')
  await eventually(() => client.held()).toBe(1)
  killed.abort()
  expect(await lost).toBe('lost')
  await eventually(() => client.held()).toBe(0)
  // Still holding: only what changes rows is held, not the repetition.
  const again = await client.push(edit)
  expect(again.headers.get('Idempotent-Replay')).toBe('true')
  expect(again.body.applied).toBe(true)
  const log = await client.log()
  expect(log.map(entry => [entry.status, entry.applied, entry.replay])).toEqual([
    [null, true, false],
    [200, false, true],
  ])
})

test('a reset ends all trouble and answers what is held', async () => {
  await client.trouble({ holdAfterApply: true, failAll: 500, account: 'grace' })
  await client.trouble({ holdAfterApply: true, account: 'ada', expireSession: 'grace' })
  const answer = client.push(putCourse('mine'))
  await eventually(() => client.held()).toBe(1)
  await client.send('POST', '/api/reset')
  expect((await answer).status).toBe(200)
  expect([await status('ada'), await status('grace')]).toEqual([200, 200])
})

test('a reset that keeps the trouble leaves every switch as it is', async () => {
  await client.trouble({ account: 'ada', failAll: 500 })
  const { body: before } = await client.send('GET', '/api/trouble')
  await client.send('POST', '/api/reset?keep=trouble')
  expect((await client.send('GET', '/api/trouble')).body).toEqual(before)
  expect([await status('ada'), await status('grace')]).toEqual([500, 200])
})

test('the trouble of one server is not the trouble of another', () => {
  const [one, other] = [createTrouble(), createTrouble()]
  one.change({ failAll: 500, delayMs: 10, holdAfterApply: true, expireSession: 'ada' })
  expect(other.view()).toEqual(createTrouble().view())
})

test('switches that make no sense are refused and switch nothing', async () => {
  const before = await client.send('GET', '/api/trouble')
  const wrong = fc.constantFrom<unknown>(
    'x',
    [],
    {},
    -1,
    1.5,
    1e9,
    { status: 200, count: 1 },
    { status: 500 },
  )
  const names = fc.constantFrom(
    'account',
    'delayMs',
    'failNext',
    'failAll',
    'expireSession',
    'other',
  )
  await fc.assert(
    fc.asyncProperty(names, wrong, async (name, value) => {
      const body = { holdAfterApply: true, [name]: value }
      const answer = await client.send('PUT', '/api/trouble', { body })
      expect(answer).toMatchObject({ status: 400, body: { error: 'malformed' } })
    }),
    { numRuns: 40 },
  )
  expect((await client.send('GET', '/api/trouble')).body).toEqual(before.body)
})
