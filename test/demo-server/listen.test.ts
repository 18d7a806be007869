/** Does the server find a port that is its own at both loopback addresses? */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { LOOPBACK, type ListenOptions, listen } from '../../demo-pwa/server/listen.ts'
import { readSettings } from '../../demo-pwa/server/settings.ts'

const cleanUps: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

test('it answers at either address', async () => {
  const { port } = await start({ port: 0 })
  for (const host of ['127.0.0.1', 'localhost'])
    expect(await (await fetch(`http://${host}:${port}`)).text()).toBe('here')
})

test('a taken port makes it take a later one', async () => {
  const taken = await occupy('127.0.0.1')
  const { port } = await start({ port: taken, nextPorts: 20 })
  expect(port).toBeGreaterThan(taken)
})

test('a port taken at one address only is taken, and nothing stays behind at the other', async () => {
  const taken = await occupy('127.0.0.1')
  const hosts = [...LOOPBACK].reverse()
  await expect(start({ port: taken, hosts })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await start({ port: taken, hosts: ['::1', '203.0.113.1'] })
})

test('an address that the machine does not have is left out, unless it is the only one', async () => {
  const { port } = await start({ port: 0, hosts: ['203.0.113.1', '127.0.0.1'] })
  expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(200)
  await expect(start({ port: 0, hosts: ['203.0.113.1'] })).rejects.toMatchObject({
    code: 'EADDRNOTAVAIL',
  })
})

test('closing cuts a connection that never ends its request, and twice is harmless', async () => {
  const listening = await start({ port: 0 })
  const answer = fetch(`http://127.0.0.1:${listening.port}`, {
    method: 'POST',
    body: new ReadableStream(),
    duplex: 'half',
  } as RequestInit)
  const cut = answer.then(response => response.text()).catch(() => 'cut')
  await Promise.all([listening.close(), listening.close()])
  expect(['cut', 'here']).toContain(await cut)
})

test('a port that makes no sense is refused with what was expected', () => {
  for (const PORT of ['x', '-1', '65536', '1.5'])
    expect(() => readSettings({ PORT })).toThrow(/PORT must be a whole number .*found/)
})

test('without variables it wants port 4173, or one of the twenty after it, and its own folders', () => {
  const settings = readSettings({})
  expect(settings).toMatchObject({ port: 4173, nextPorts: 20, databaseUrl: undefined })
  expect(settings.dataDir).toMatch(/demo-pwa.\.data$/)
  expect(settings.staticDir).toMatch(/demo-pwa.dist$/)
})

async function start(options: Partial<ListenOptions>) {
  const defaults = { port: 0, nextPorts: 0, hosts: LOOPBACK }
  const listening = await listen(() => new Response('here'), { ...defaults, ...options })
  cleanUps.push(() => listening.close())
  return listening
}

async function occupy(host: string): Promise<number> {
  const server = createServer()
  server.listen(0, host)
  await once(server, 'listening')
  cleanUps.push(() => server.close())
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
