// Does "A backup once a night" keep what docs/recipes.md says of it?
import { expect, test } from 'vitest'
import { createGate } from '../../registry/faulty-store.ts'
import { createOrigin, type Origin } from './origin.ts'
import { openRecipe, recipe } from './run-recipe.ts'

const [code] = recipe('A backup once a night')
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** What the server was sent. */
interface Sent {
  readonly at: number
  readonly night: Date
  readonly key: string
}

function createServer(origin: Origin) {
  const sent: Sent[] = []
  let status = 201
  return {
    sent,
    nights: () => sent.map(({ night }) => night.getDate()),
    answerWith(next: number): void {
      status = next
    },
    beforeAnswer: (): Promise<void> | void => undefined,
    async answer(request: Request): Promise<Response> {
      const night = new Date(request.url.split('/').at(-1) ?? '')
      const key = request.headers.get('Idempotency-Key') ?? ''
      sent.push({ at: origin.now(), night, key })
      await this.beforeAnswer()
      return new Response(null, { status })
    },
  }
}

async function openTab(origin: Origin, server: ReturnType<typeof createServer>) {
  const names = { user: { id: 'ada' }, exportNotes: () => Promise.resolve(new Blob(['notes'])) }
  const answer = (request: Request): Promise<Response> => server.answer(request)
  const { tab } = await openRecipe(code, { origin, names, answer })
  return tab
}

/** Noon of a day, by the clock of the device; two tabs are open. */
async function setUp() {
  const origin = createOrigin('memory')
  const server = createServer(origin)
  const tabs = [await openTab(origin, server), await openTab(origin, server)] as const
  const noon = new Date(origin.now())
  noon.setHours(12, 0, 0, 0)
  if (noon.getTime() < origin.now()) noon.setDate(noon.getDate() + 1)
  await origin.pass(noon.getTime() - origin.now())
  server.sent.length = 0
  const today = noon.getDate()
  return { origin, server, tabs, today }
}

test('a night has one backup though two tabs are open, at three and at most a minute later', async () => {
  const { origin, server, today } = await setUp()
  await origin.pass(3 * day)
  expect(server.nights()).toEqual([today + 1, today + 2, today + 3])
  for (const { at, night } of server.sent) {
    expect([night.getHours(), night.getMinutes()]).toEqual([3, 0])
    expect(at - night.getTime()).toBeGreaterThanOrEqual(0)
    expect(at - night.getTime()).toBeLessThanOrEqual(minute)
  }
  const delays = server.sent.map(({ at, night }) => at - night.getTime())
  expect(new Set(delays).size).toBe(1)
  expect(new Set(server.sent.map(({ key }) => key)).size).toBe(3)
})

test('after three days away one backup is made, for the latest night, and the next night as ever', async () => {
  const { origin, server, tabs, today } = await setUp()
  for (const { registry } of tabs) await registry.close()
  await origin.pass(3 * day)
  expect(server.sent).toEqual([])
  await openTab(origin, server)
  await openTab(origin, server)
  await origin.pass(hour)
  expect(server.nights()).toEqual([today + 3])
  await origin.pass(day)
  expect(server.nights()).toEqual([today + 3, today + 4])
})

test("a night's backup is sent again under the same key, until it has arrived", async () => {
  const { origin, server, today } = await setUp()
  server.answerWith(503)
  await origin.pass(15 * hour + 5 * minute)
  server.answerWith(201)
  await origin.pass(hour)
  expect(server.sent.length).toBeGreaterThan(1)
  expect(new Set(server.nights())).toEqual(new Set([today + 1]))
  expect(new Set(server.sent.map(({ key }) => key)).size).toBe(1)
})

test('offline at three it is made when the network is back, for that night', async () => {
  const { origin, server, tabs, today } = await setUp()
  for (const { environment } of tabs) environment.setOnline(false)
  await origin.pass(20 * hour)
  expect(server.sent).toEqual([])
  for (const { environment } of tabs) {
    environment.setOnline(true)
    environment.emit('online')
  }
  await origin.pass(hour)
  expect(server.nights()).toEqual([today + 1])
  expect(server.sent[0]?.night.getHours()).toBe(3)
})

test('a press makes one of its own, under another key', async () => {
  const { origin, server, tabs } = await setUp()
  await origin.pass(hour)
  const { done } = await tabs[0].registry.trigger('ada|backup')
  await origin.pass(day)
  expect(await done).toMatchObject({ status: 'succeeded' })
  expect(server.sent.map(({ night }) => night.getHours())).toEqual([13, 3])
  expect(new Set(server.sent.map(({ key }) => key)).size).toBe(2)
})

test('a night that comes during a run that a person started joins it', async () => {
  const { origin, server, tabs } = await setUp()
  const gate = createGate()
  server.beforeAnswer = () => gate.opened
  await origin.pass(15 * hour - minute)
  const { done } = await tabs[0].registry.trigger('ada|backup')
  await origin.pass(5 * minute)
  gate.open()
  await origin.pass(5 * minute)
  expect(await done).toMatchObject({ status: 'succeeded' })
  expect(server.sent).toHaveLength(1)
  const { runs } = await tabs[1].registry.history('ada|backup')
  const asked = runs[0]?.triggers.map(({ source, decision }) => [source, decision])
  expect(asked).toEqual([
    ['manual', 'started'],
    ['schedule', 'joined'],
  ])
})

test('another device makes its own, with keys of its own', async () => {
  const one = await setUp()
  const other = await setUp()
  await one.origin.pass(day)
  await other.origin.pass(day)
  expect(one.server.sent).toHaveLength(1)
  expect(other.server.sent).toHaveLength(1)
  expect(other.server.sent[0]?.key).not.toBe(one.server.sent[0]?.key)
})
