/** Does malformed input get a helpful 400 and change nothing? */
import { connect } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { client } from './shared-server.ts'
import { course, eventually, putCourse, stamp } from './support.ts'

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

test('a body that announces no length is cut off at 64 KiB', async () => {
  const chunk = new TextEncoder().encode('x'.repeat(50_000))
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(chunk)
    },
  })
  const response = await fetch(`${client.url()}/api/courses/edits`, {
    method: 'POST',
    headers: stamp(id),
    body,
    duplex: 'half',
  } as RequestInit)
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('at most 65536 bytes')
})

test('a body that is not UTF-8 is refused', async () => {
  const response = await fetch(`${client.url()}/api/courses/edits`, {
    method: 'POST',
    headers: stamp(id),
    body: new Uint8Array([0x22, 0xff, 0x22]),
  })
  expect(response.status).toBe(400)
})

test('a client that hangs up in the middle of a body harms nobody', async () => {
  const { port } = new URL(client.url())
  await new Promise<void>(resolve => {
    const socket = connect(Number(port), 'localhost', () => {
      const lines = Object.entries(stamp(id)).map(([name, value]) => `${name}: ${value}`)
      const head = [
        'POST /api/courses/edits HTTP/1.1',
        'Host: localhost',
        ...lines,
        'Content-Length: 900',
      ]
      socket.write(`${head.join('\r\n')}\r\n\r\n{"id":`, () => socket.destroy())
    })
    socket.once('close', () => resolve())
  })
  await eventually(async () => (await client.log()).at(-1)?.account).toBe('ada')
  expect((await client.state()).edits).toEqual({})
  expect((await client.push(putCourse('mine'))).status).toBe(200)
})

test('unknown paths, methods and collections are 404 in JSON', async () => {
  const known = { Authorization: 'Bearer ada' }
  for (const [method, path] of [
    ['GET', '/api/nothing'],
    ['PATCH', '/api/courses/changes'],
    ['GET', '/api/tables/changes'],
    ['POST', '/api/tables/edits'],
    ['GET', '/api/%ff/changes'],
    ['GET', '/nothing'],
  ] as const) {
    const answer = await client.send(method, path, { headers: known })
    expect([path, answer.status]).toEqual([path, 404])
    expect(answer.body.message).toMatch(/expected .*found/)
  }
})

const value = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('put', 'delete', 'mine', -1, 2 ** 53, '__proto__', { isProblem: true }),
)
const broken = fc.record(
  {
    id: fc.oneof(fc.constant(id), value),
    kind: value,
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
      // A generated deletion may be well formed; nothing else can be.
      fc.pre(answer.status !== 200)
      expect(answer).toMatchObject({ status: 400, body: { error: 'malformed' } })
      expect(answer.body.message).toMatch(/found/)
    }),
    { numRuns: 150 },
  )
  const after = await client.state()
  expect(after.courses).toEqual(before.courses)
})

test('one wrong field of a good edit is refused, whichever it is', async () => {
  const before = await client.state()
  const paths = [
    'id',
    'kind',
    'entity',
    'madeAt',
    'entity.id',
    'entity.title',
    'entity.done',
    'entity.updatedAt',
  ]
  const wrong = fc.oneof(
    fc.constant(null),
    fc.constant([]),
    fc.constant(-1),
    fc.constant({ a: 1 }),
    fc
      .double()
      .map(String)
      .map(text => ({ text })),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), wrong, async (path, bad) => {
      const [outer = '', inner] = path.split('.')
      const body = inner
        ? { ...good, entity: { ...good.entity, [inner]: bad } }
        : { ...good, [outer]: bad }
      const answer = await client.send('POST', '/api/courses/edits', { body, headers: stamp(id) })
      expect(answer).toMatchObject({ status: 400, body: { error: 'malformed' } })
    }),
    { numRuns: 60 },
  )
  expect(await client.state()).toEqual(before)
})
