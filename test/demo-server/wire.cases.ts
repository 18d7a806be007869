/** Is the server hard to upset below the level of JSON? */
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { putCourse, stamp } from './builders.ts'
import { client } from './shared-server.ts'
import { eventually } from './waiting.ts'

const id = '3b0b4c66-6d7b-4d1c-9c7e-0d7a7b8f0a11'

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
