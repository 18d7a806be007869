/** Does malformed input get a helpful 400 and change nothing? */
import { expect, test } from 'vitest'
import { course, putCourse, stamp } from './builders.ts'
import { client } from './shared-server.ts'

const id = '3b0b4c66-6d7b-4d1c-9c7e-0d7a7b8f0a11'
const good = { id, kind: 'put', entity: course('mine'), madeAt: 1 }

const bodies: readonly (readonly [string, unknown, RegExp])[] = [
  ['no body', '', /must be JSON, found nothing/],
  ['broken JSON', '{"id":', /must be JSON/],
  ['null', 'null', /edit must be a JSON object, found nothing/],
  ['an array', [good], /edit must be a JSON object, found an array/],
  [
    'an unknown kind',
    { ...good, kind: 'patch' },
    /edit.kind must be "put" or "delete", found "patch"/,
  ],
  ['no id', { ...good, id: undefined }, /edit.id must be a UUID, found nothing/],
  ['an id that is no UUID', { ...good, id: '17' }, /edit.id must be a UUID, found "17"/],
  ['no instant', { ...good, madeAt: undefined }, /edit.madeAt must be an instant/],
  ['an instant that is no integer', { ...good, madeAt: 1.5 }, /edit.madeAt .* found 1.5/],
  ['an unknown field', { ...good, force: true }, /edit has the fields .* found also "force"/],
  ['no entity', { ...good, entity: undefined }, /edit.entity must be/],
  [
    'a put with an entity id only',
    { id, kind: 'put', entityId: 'mine', madeAt: 1 },
    /edit has the fields/,
  ],
  ['a delete with an entity', { ...good, kind: 'delete' }, /edit has the fields/],
  [
    'a missing field of the entity',
    { ...good, entity: { id: 'mine' } },
    /entity.title must be a text/,
  ],
  [
    'a mistyped field',
    { ...good, entity: course('mine', { done: 'yes' }) },
    /entity.done must be true or false, found "yes"/,
  ],
  ['a row id with strange letters', { ...good, entity: course('a b') }, /entity.id must be an id/],
  [
    'a title that is too long',
    { ...good, entity: course('a', { title: 'x'.repeat(201) }) },
    /at most 200 characters/,
  ],
  ['a field named like a refusal', { isProblem: true }, /edit has the fields/],
  ['deeply nested JSON', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, /found an array/],
  [
    'more than 64 KiB',
    { ...good, entity: course('a', { body: 'x'.repeat(65_536) }) },
    /at most 65536 bytes/,
  ],
]

test.each(bodies)('an edit with %s is refused with what was expected', async (_, body, message) => {
  const before = await client.state()
  const answer = await client.send('POST', '/api/courses/edits', { body, headers: stamp(id) })
  expect(answer).toMatchObject({ status: 400, body: { error: 'malformed' } })
  expect(answer.body.message).toMatch(message)
  expect(await client.state()).toEqual(before)
})

const headers: readonly (readonly [string, string, string | undefined])[] = [
  ['without a key', 'Idempotency-Key', undefined],
  ['with an empty key', 'Idempotency-Key', ''],
  ['with a key of 513 characters', 'Idempotency-Key', 'k'.repeat(513)],
  ['with a key that is not ASCII', 'Idempotency-Key', 'clé'],
  ['without a store', 'Leasehold-Store', undefined],
  ['without a task key', 'Leasehold-Key', undefined],
  ['without a fence', 'Leasehold-Fence', undefined],
  ['with a fence in words', 'Leasehold-Fence', 'seven'],
  ['with half a fence', 'Leasehold-Fence', '7.5'],
  ['with a negative fence', 'Leasehold-Fence', '-1'],
  ['with a fence beyond safe integers', 'Leasehold-Fence', '9007199254740992'],
]

test.each(headers)('an edit %s is refused with what was expected', async (_, name, value) => {
  const before = await client.state()
  const sent = Object.entries({ ...stamp(id), [name]: value }).filter(
    ([, text]) => text !== undefined,
  )
  const answer = await client.send('POST', '/api/courses/edits', {
    body: good,
    headers: Object.fromEntries(sent) as Record<string, string>,
  })
  expect(answer).toMatchObject({ status: 400, body: { error: 'malformed' } })
  expect(answer.body.message).toContain(`the header ${name} must be`)
  expect(await client.state()).toEqual(before)
})

test('a key of 512 characters is accepted', async () => {
  const answer = await client.push(putCourse('mine'), {
    headers: { 'Idempotency-Key': 'k'.repeat(512) },
  })
  expect(answer.status).toBe(200)
})
