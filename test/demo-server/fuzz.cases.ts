/** Is any input that nobody thought of refused and without effect? */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { course, stamp } from './builders.ts'
import { client } from './shared-server.ts'

const id = '3b0b4c66-6d7b-4d1c-9c7e-0d7a7b8f0a11'
const good = { id, kind: 'put', entity: course('mine'), madeAt: 1 }
const deletion = { id, kind: 'delete', entityId: 'mine', madeAt: 1 }

const value = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('put', 'mine', -1, 2 ** 53, '__proto__', { isProblem: true }),
)
// Never a deletion, which chance could get right; a put has too many fields for that.
const broken = fc.record(
  {
    id: fc.oneof(fc.constant(id), value),
    kind: value.filter(kind => kind !== 'delete'),
    entity: value,
    entityId: value,
    madeAt: value,
  },
  { requiredKeys: [] },
)

test('no JSON and no text makes the server fail or change anything', async () => {
  const before = await client.state()
  const anyBody = fc.oneof(
    broken.map(one => JSON.stringify(one)),
    fc.string({ unit: 'binary' }),
    fc.json(),
  )
  await fc.assert(
    fc.asyncProperty(anyBody, async body => {
      const answer = await client.send('POST', '/api/messages/edits', { body, headers: stamp(id) })
      expect(answer).toMatchObject({ status: 400, body: { error: 'malformed' } })
      expect(answer.body.message).toMatch(/found/)
    }),
    { numRuns: 100 },
  )
  expect(await client.state()).toEqual(before)
})

test('one wrong field of a good edit is refused, whichever it is', async () => {
  const before = await client.state()
  const places = fc.constantFrom(
    ...['id', 'kind', 'entity', 'madeAt'].map(field => ({ edit: good, field })),
    ...['id', 'entityId', 'madeAt'].map(field => ({ edit: deletion, field })),
    ...['id', 'title', 'body', 'done', 'updatedAt'].map(field => ({ edit: good.entity, field })),
  )
  const wrong = fc.constantFrom(null, [], -1, 0.5, { a: 1 }, [good])
  await fc.assert(
    fc.asyncProperty(places, wrong, async ({ edit, field }, bad) => {
      const changed = { ...edit, [field]: bad }
      const body = edit === good.entity ? { ...good, entity: changed } : changed
      const answer = await client.send('POST', '/api/courses/edits', { body, headers: stamp(id) })
      expect(answer).toMatchObject({ status: 400, body: { error: 'malformed' } })
    }),
    { numRuns: 80 },
  )
  expect(await client.state()).toEqual(before)
})
