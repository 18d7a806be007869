/** Is every sync request somebody's? */
import { expect, test } from 'vitest'
import { putCourse } from './builders.ts'
import { client } from './shared-server.ts'

const status = async (account: string) => {
  const headers = { Authorization: `Bearer ${account}` }
  return (await client.send('GET', '/api/courses/changes', { headers })).status
}

test('an expired session is 401 until somebody signs in again', async () => {
  await client.trouble({ expireSession: 'ada' })
  expect([await status('ada'), await status('grace')]).toEqual([401, 200])
  const answer = await client.send('POST', '/api/session', { body: { account: 'ada' } })
  expect(answer).toMatchObject({ status: 200, body: { account: 'ada', token: 'ada' } })
  expect(await status('ada')).toBe(200)
  await client.trouble({ expireSession: 'ada' })
  await client.trouble({ expireSession: null })
  expect(await status('ada')).toBe(200)
})

test('requests without a known account are 401 and apply nothing', async () => {
  for (const Authorization of [
    '',
    'Bearer',
    'Bearer eve',
    'Basic ada',
    'ada',
    'Bearer ada grace',
  ]) {
    const answer = await client.push(putCourse('mine'), { headers: { Authorization } })
    expect([Authorization, answer.status]).toEqual([Authorization, 401])
  }
  expect((await client.state()).edits).toEqual({})
})

test('only an account that exists can sign in', async () => {
  for (const body of [{ account: 'eve' }, { account: 1 }, {}, '', '[]'])
    expect((await client.send('POST', '/api/session', { body })).status).toBe(400)
})
