/** Is an edit applied exactly once, however often it is sent? */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { course, deleteRow, putCourse } from './builders.ts'
import type { Refusal } from './client.ts'
import { client } from './shared-server.ts'

test('a put changes the row, a delete removes it', async () => {
  const put = putCourse('mine', { title: 'Mine' })
  expect(await client.push(put)).toMatchObject({
    status: 200,
    body: { edit: put.id, applied: true },
  })
  expect((await client.state()).courses).toContainEqual(put.entity)
  await client.push(deleteRow('mine'))
  expect((await client.state()).courses).not.toContainEqual(put.entity)
})

test('messages are edited as courses are', async () => {
  const entity = { id: 'm1', text: 'Hello', createdAt: 5, from: 'ada' }
  await client.push({ id: randomUUID(), kind: 'put', entity, madeAt: 6 } as { id: string }, {
    to: 'messages',
  })
  expect((await client.state()).messages).toContainEqual(entity)
})

test('a repeated key gets the first answer and applies nothing', async () => {
  const edit = putCourse('mine')
  const first = await client.push(edit)
  await client.push(putCourse('mine', { title: 'newer' }))
  const again = await client.push(edit)
  expect(again).toMatchObject({ status: first.status, body: first.body })
  expect(first.headers.get('Idempotent-Replay')).toBeNull()
  expect(again.headers.get('Idempotent-Replay')).toBe('true')
  const state = await client.state()
  expect(state.edits[edit.id]).toBe(1)
  expect(state.courses).toContainEqual(course('mine', { title: 'newer' }))
})

test('the same edit in another layout of its JSON is the same edit', async () => {
  const { id, kind, entity, madeAt } = putCourse('mine')
  await client.push({ id, kind, entity, madeAt } as { id: string })
  const shuffled = Object.fromEntries(Object.entries(entity).reverse())
  const again = await client.push({ madeAt, entity: shuffled, kind, id } as { id: string })
  expect(again.headers.get('Idempotent-Replay')).toBe('true')
})

test('identical requests at the same time apply once and all get the same answer', async () => {
  const edit = putCourse('mine')
  const answers = await Promise.all(Array.from({ length: 12 }, () => client.push(edit)))
  expect(new Set(answers.map(answer => JSON.stringify([answer.status, answer.body]))).size).toBe(1)
  expect(answers[0]?.body.applied).toBe(true)
  expect(answers.filter(answer => answer.headers.get('Idempotent-Replay') === null)).toHaveLength(1)
  expect((await client.state()).edits).toEqual({ [edit.id]: 1 })
  expect((await client.log()).filter(entry => entry.applied)).toHaveLength(1)
})

test('many edits at the same time are each applied once, under numbers of their own', async () => {
  const edits = Array.from({ length: 20 }, (_, n) => putCourse(`mine-${n % 4}`))
  // Twice each, all from client databases of their own: only the account is common to them.
  const answers = await Promise.all(
    [...edits, ...edits].map((edit, n) =>
      client.push(edit, { headers: { 'Leasehold-Store': `store-${n}` } }),
    ),
  )
  expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([200]))
  expect(new Set(answers.map(answer => answer.body.seq)).size).toBe(20)
  const state = await client.state()
  expect(state.edits).toEqual(Object.fromEntries(edits.map(edit => [edit.id, 1])))
  expect(state.counter).toBe(120)
})

test('a repeated key with another edit is refused and applies nothing', async () => {
  const [first, second] = [putCourse('mine'), putCourse('other')]
  await client.push(first, { headers: { 'Idempotency-Key': 'k' } })
  const before = await client.state()
  const answer = await client.push<Refusal>(second, { headers: { 'Idempotency-Key': 'k' } })
  expect(answer).toMatchObject({ status: 422, body: { error: 'key-reused' } })
  expect(await client.state()).toEqual(before)
})

test('a repeated key for the other collection is refused', async () => {
  const edit = deleteRow('same-id')
  await client.push(edit)
  expect((await client.push(edit, { to: 'messages' })).status).toBe(422)
})

test('an edit that comes again under a new key is answered and not applied again', async () => {
  const edit = putCourse('mine')
  const first = await client.push(edit)
  const again = await client.push(edit, { headers: { 'Idempotency-Key': 'of another store' } })
  expect(again.body).toEqual({ edit: edit.id, applied: false, seq: first.body.seq })
  expect((await client.state()).edits).toEqual({ [edit.id]: 1 })
})

test('another edit under the id of an applied one is refused and applies nothing', async () => {
  const edit = putCourse('mine')
  await client.push(edit)
  const before = await client.state()
  const other = { ...putCourse('mine', { title: 'forged' }), id: edit.id }
  const answer = await client.push<Refusal>(other, { headers: { 'Idempotency-Key': 'k2' } })
  expect(answer).toMatchObject({ status: 422, body: { error: 'edit-reused' } })
  expect(await client.state()).toEqual(before)
})

test('keys and edits of one account mean nothing to the other', async () => {
  const edit = putCourse('mine')
  const headers = { 'Idempotency-Key': 'shared' }
  await client.push(edit, { headers })
  const theirs = await client.push(edit, { account: 'grace', headers })
  expect(theirs.body.applied).toBe(true)
  expect((await client.state('grace')).edits).toEqual({ [edit.id]: 1 })
})

test('texts that a database finds hard come back as they went in', async () => {
  const title = 'NUL \u0000, half \ud800 a pair, quote \' " \\ and 😀'
  const edit = putCourse('hard', { title })
  expect((await client.push(edit)).status).toBe(200)
  expect((await client.state()).courses).toContainEqual(edit.entity)
})
