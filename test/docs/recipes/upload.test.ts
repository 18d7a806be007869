// Does "A file in parts" keep what docs/recipes.md says of it?
import type { Dexie, Table } from 'dexie'
import { expect, test } from 'vitest'
import { createGate } from '../../registry/faulty-store.ts'
import { useFakeIndexedDB } from '../../store/fake-idb.ts'
import { createOrigin, type Origin } from './origin.ts'
import { openRecipe, recipe } from './run-recipe.ts'

useFakeIndexedDB()

const [code] = recipe('A file in parts')
const key = 'ada|upload'
const partBytes = 5_000_000

interface Declared {
  readonly db: Dexie & { readonly uploads: Table }
  add(file: Blob): Promise<void>
}

/** A server that keeps parts by their address; it answers the n-th request when `hold` lets it, with its `status`. */
function createServer() {
  const parts = new Map<string, string>()
  const requests: { readonly at: number; readonly key: string }[] = []
  return {
    parts,
    requests,
    status: (_request: number): number => 200,
    hold: (_request: number): Promise<void> | void => undefined,
    files(): Record<string, string> {
      const files: Record<string, string> = {}
      for (const [path, part] of parts) {
        const id = path.split('/').at(-2) ?? ''
        files[id] = (files[id] ?? '') + part
      }
      return files
    },
    async answer(request: Request): Promise<Response> {
      const path = new URL(request.url).pathname
      const text = await request.text()
      requests.push({
        at: Number(path.split('/').at(-1)),
        key: request.headers.get('Idempotency-Key') ?? '',
      })
      const number = requests.length
      await this.hold(number)
      const status = this.status(number)
      if (status === 200) parts.set(path, text.slice(0, 1))
      return new Response(null, { status })
    },
  }
}

async function openTab(origin: Origin, server: ReturnType<typeof createServer>) {
  const { tab, ...app } = await openRecipe<Declared>(
    code,
    { origin, names: { user: { id: 'ada' } }, answer: request => server.answer(request) },
    ['db', 'add'],
  )
  return { ...app, ...tab }
}

/** A file of so many letters for each part. */
function fileOf(letters: string): Blob {
  return new Blob(letters.split('').map(letter => letter.repeat(partBytes)))
}

async function setUp() {
  const origin = createOrigin('indexedDB')
  const server = createServer()
  const tab = await openTab(origin, server)
  await origin.pass(60_000)
  return { origin, server, tab }
}

test('each part is sent once, under a key of its own, and the file is gone from the table', async () => {
  const { origin, server, tab } = await setUp()
  await tab.add(fileOf('abc'))
  await origin.pass(0)
  await origin.pass(1_000)
  expect(server.requests.map(({ at }) => at)).toEqual([0, partBytes, 2 * partBytes])
  expect(new Set(server.requests.map(each => each.key)).size).toBe(3)
  expect(Object.values(server.files())).toEqual(['abc'])
  expect(await tab.db.uploads.count()).toBe(0)
})

test('a tab that is closed during a part leaves the file to another one, which goes on behind them', async () => {
  const { origin, server, tab } = await setUp()
  const other = await openTab(origin, server)
  await origin.pass(60_000)
  const gate = createGate()
  server.hold = request => (request === 2 ? gate.opened : undefined)
  await tab.add(fileOf('abc'))
  await origin.pass(1_000)
  tab.environment.emit('pagehide')
  await origin.pass(1_000)
  gate.open()
  await origin.pass(1_000)
  expect(server.requests.map(({ at }) => at)).toEqual([0, partBytes, partBytes, 2 * partBytes])
  const [, sent, again] = server.requests
  expect(again?.key).toBe(sent?.key)
  expect(Object.values(server.files())).toEqual(['abc'])
  expect(await other.db.uploads.count()).toBe(0)
})

test('after a failed attempt, and after a cancel, the next one goes on behind the last part', async () => {
  const { origin, server, tab } = await setUp()
  const gate = createGate()
  server.status = request => (request === 2 ? 503 : 200)
  server.hold = request => (request === 4 ? gate.opened : undefined)
  await tab.add(fileOf('abcd'))
  await origin.pass(10_000)
  expect(server.requests.map(({ at }) => at / partBytes)).toEqual([0, 1, 1, 2])
  await tab.registry.cancel(key)
  await origin.pass(1_000)
  expect((await tab.registry.history(key)).runs[0]).toMatchObject({ status: 'cancelled' })
  await tab.registry.trigger(key)
  await origin.pass(1_000)
  expect(server.requests.map(({ at }) => at / partBytes)).toEqual([0, 1, 1, 2, 2, 3])
  expect(Object.values(server.files())).toEqual(['abcd'])
  gate.open()
})

test('a file that is added during an upload is sent right after it, from its beginning', async () => {
  const { origin, server, tab } = await setUp()
  const gate = createGate()
  server.hold = request => (request === 1 ? gate.opened : undefined)
  await tab.add(fileOf('ab'))
  await origin.pass(1_000)
  await tab.add(fileOf('xyz'))
  await tab.add(fileOf('q'))
  gate.open()
  await origin.pass(1_000)
  expect(Object.values(server.files())).toEqual(['ab', 'xyz', 'q'])
  expect(server.requests).toHaveLength(6)
})

test('views show how much of the file is sent', async () => {
  const { origin, server, tab } = await setUp()
  const gate = createGate()
  const seen: unknown[] = []
  tab.registry.watch(key).subscribe(({ running }) => seen.push(running?.progress))
  server.hold = request => (request === 2 ? gate.opened : undefined)
  await tab.add(fileOf('ab'))
  await origin.pass(1_000)
  expect(seen.at(-1)).toMatchObject({ done: partBytes, total: 2 * partBytes })
  gate.open()
})
