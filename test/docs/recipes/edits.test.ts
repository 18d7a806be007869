// Does "Sync after each edit" keep what docs/recipes.md says of it?
import type { Dexie, Table } from 'dexie'
import { expect, test } from 'vitest'
import { createGate } from '../../registry/faulty-store.ts'
import { useFakeIndexedDB } from '../../store/fake-idb.ts'
import { createOrigin, type Origin } from './origin.ts'
import { openRecipe, recipe } from './run-recipe.ts'

useFakeIndexedDB()

const [code] = recipe('Sync after each edit')
const user = { id: 'ada' }

interface Note {
  readonly id: string
  readonly text: string
}

interface Declared {
  readonly db: Dexie & { readonly notes: Table<Note, string>; readonly outbox: Table }
  save(note: Note): Promise<void>
}

/** What the server was sent. */
interface Sent {
  readonly at: number
  readonly text: string
  readonly key: string
}

/** A server that remembers; `beforeAnswer` holds up its answers. */
function createServer(origin: Origin) {
  const sent: Sent[] = []
  return {
    sent,
    texts: () => sent.map(({ text }) => text),
    beforeAnswer: (): Promise<void> | void => undefined,
    status: 200,
    async answer(request: Request): Promise<Response> {
      const { text } = (await request.json()) as Note
      sent.push({ at: origin.now(), text, key: request.headers.get('Idempotency-Key') ?? '' })
      await this.beforeAnswer()
      return new Response(null, { status: this.status })
    },
  }
}

async function openTab(origin: Origin, server: ReturnType<typeof createServer>) {
  const answer = (request: Request): Promise<Response> => server.answer(request)
  const { tab, ...app } = await openRecipe<Declared>(code, { origin, names: { user }, answer }, [
    'save',
    'db',
  ])
  const type = (text: string): Promise<void> => app.save({ id: 'n1', text })
  return { ...app, ...tab, type, history: () => tab.registry.history('ada|push') }
}

/** A tab that has been open for a while. */
async function setUp() {
  const origin = createOrigin('indexedDB')
  const server = createServer(origin)
  const tab = await openTab(origin, server)
  await origin.pass(60_000)
  const before = (await tab.history()).runs.length
  const runs = async (): Promise<number> => (await tab.history()).runs.length - before
  return { origin, server, tab, runs }
}

test('five edits within the debounce make one run, a second after the last, and the last one wins', async () => {
  const { origin, server, tab, runs } = await setUp()
  for (const text of ['a', 'ab', 'abc', 'abcd', 'abcde']) {
    await tab.type(text)
    await origin.pass(300)
  }
  await origin.pass(690)
  expect(server.texts()).toEqual([])
  await origin.pass(10)
  expect(server.texts()).toEqual(['a', 'ab', 'abc', 'abcd', 'abcde'])
  expect(new Set(server.sent.map(({ key }) => key)).size).toBe(5)
  expect(await tab.db.outbox.count()).toBe(0)
  await origin.pass(60_000)
  expect(await runs()).toBe(1)
})

test('somebody who types for a minute is pushed every ten seconds', async () => {
  const { origin, server, tab, runs } = await setUp()
  const begun = origin.now()
  for (let second = 0; second < 120; second++) {
    await tab.type(`${second}`)
    await origin.pass(500)
  }
  expect((server.sent[0]?.at ?? 0) - begun).toBeLessThanOrEqual(10_100)
  expect(await runs()).toBeGreaterThanOrEqual(5)
  expect(await runs()).toBeLessThanOrEqual(6)
}, 60_000)

test('what is edited while a run pushes is pushed by one run right after it', async () => {
  const { origin, server, tab, runs } = await setUp()
  const gate = createGate()
  server.beforeAnswer = () => gate.opened
  await tab.type('first')
  await origin.pass(1_000)
  for (const text of ['x', 'y', 'z']) {
    await tab.type(text)
    await origin.pass(200)
  }
  expect(server.texts()).toEqual(['first'])
  gate.open()
  await origin.pass(0)
  expect(server.texts()).toEqual(['first', 'x', 'y', 'z'])
  await origin.pass(60_000)
  expect(await runs()).toBe(2)
})

test('a tab that is closed right after the edit leaves it to another tab', async () => {
  const { origin, server, tab } = await setUp()
  const other = await openTab(origin, server)
  await origin.pass(60_000)
  await tab.type('closing')
  await origin.pass(200)
  await tab.registry.close({ force: true })
  tab.db.close()
  expect(server.texts()).toEqual([])
  await origin.pass(1_000)
  expect(server.texts()).toEqual(['closing'])
  expect(await other.db.outbox.count()).toBe(0)
})

test('the last tab that is closed leaves it to the next visit', async () => {
  const { origin, server, tab } = await setUp()
  await tab.type('closing')
  await origin.pass(200)
  await tab.registry.close({ force: true })
  tab.db.close()
  await origin.pass(3_600_000)
  expect(server.texts()).toEqual([])
  await openTab(origin, server)
  await origin.pass(1_000)
  expect(server.texts()).toEqual(['closing'])
})

test('an edit that no trigger announced is pushed by the next visit, however soon it comes', async () => {
  const { origin, server, tab } = await setUp()
  await tab.type('announced')
  await origin.pass(1_000)
  // A tab that ends between the transaction and what announces it.
  await tab.db.outbox.add({ id: 'left', note: { id: 'n1', text: 'left' } })
  await tab.registry.close({ force: true })
  tab.db.close()
  await openTab(origin, server)
  await origin.pass(11_000)
  expect(server.texts()).toEqual(['announced', 'left'])
})

test('an edit is stored with its note, or neither is', async () => {
  const { tab } = await setUp()
  const broken = { id: 'n1', text: 'x', cannotBeStored: () => undefined }
  await expect(tab.save(broken)).rejects.toMatchObject({ name: 'DataCloneError' })
  expect([await tab.db.notes.count(), await tab.db.outbox.count()]).toEqual([0, 0])
})

test('an edit whose answer was lost is sent again under the same key', async () => {
  const { origin, server, tab } = await setUp()
  server.status = 503
  await tab.type('twice')
  await origin.pass(1_000)
  server.status = 200
  await origin.pass(5_000)
  expect(server.texts()).toEqual(['twice', 'twice'])
  expect(new Set(server.sent.map(({ key }) => key)).size).toBe(1)
})

test('offline an edit waits for the network', async () => {
  const { origin, server, tab } = await setUp()
  tab.environment.setOnline(false)
  await tab.type('in the tunnel')
  await origin.pass(600_000)
  expect(server.texts()).toEqual([])
  tab.environment.setOnline(true)
  tab.environment.emit('online')
  await origin.pass(1_000)
  expect(server.texts()).toEqual(['in the tunnel'])
})

test('an edit that the server refuses ends the run, and is first in line after the next edit', async () => {
  const { origin, server, tab } = await setUp()
  server.status = 422
  await tab.type('refused')
  await origin.pass(1_000)
  expect((await tab.history()).runs[0]).toMatchObject({ status: 'failed', cause: 'fatal' })
  server.status = 200
  await origin.pass(60_000)
  expect(server.texts()).toEqual(['refused'])
  await tab.type('next')
  await origin.pass(11_000)
  expect(server.texts()).toEqual(['refused', 'refused', 'next'])
})
