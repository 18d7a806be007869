// Does "Sign-out" keep what docs/recipes.md says of it?
import type { Dexie, Table } from 'dexie'
import { expect, test } from 'vitest'
import { defineTask } from '../../../src/fenced/dexie.ts'
import { type } from '../../../src/index.ts'
import { createGate } from '../../registry/faulty-store.ts'
import { useFakeIndexedDB } from '../../store/fake-idb.ts'
import { createOrigin, type Origin } from './origin.ts'
import { openRecipe, recipe } from './run-recipe.ts'

useFakeIndexedDB()

const [code] = recipe('Sign-out')
const key = 'ada|course_sync'

interface Declared {
  readonly db: Dexie & Record<'courses' | 'outbox', Table>
  signOut(): Promise<void>
}

/** A server with two pages; the second is sent when its gate is open. */
function createServer() {
  return { asked: [] as string[], gate: createGate() }
}

/** A tab whose sync does not look at its signal. */
async function openTab(origin: Origin, server: ReturnType<typeof createServer>, agrees = true) {
  const left: { rows: number; signedIn: boolean }[] = []
  const confirmed: string[] = []
  let write: () => PromiseLike<unknown> = () => Promise.resolve()
  const courseSync = defineTask({
    scope: 'course_sync',
    tables: ['courses'],
    stages: stage => ({
      pulling: stage(
        async run => {
          for (let page = run.cursor ?? 0; page < 2; page++) {
            server.asked.push(`page ${page}`)
            if (page === 1) await server.gate.opened
            await run.commit(page + 1, { write })
          }
        },
        { cursor: type<number>(), incremental: true },
      ),
    }),
  })
  const names = {
    courseSync,
    user: { id: 'ada' },
    confirm(text: string) {
      confirmed.push(text)
      return agrees
    },
    location: {
      replace() {
        const signedIn = tab.registry.snapshot(courseSync).status !== 'signed-out'
        void app.db.courses.count().then(rows => left.push({ rows, signedIn }))
      },
    },
  }
  const { tab, ...app } = await openRecipe<Declared>(code, { origin, names }, ['db', 'signOut'])
  write = () => app.db.courses.bulkPut([{ id: 'row' }, { id: 'another row' }])
  return { ...app, ...tab, left, confirmed }
}

/** Two tabs; the sync of the second one waits for its second page. */
async function setUp() {
  const origin = createOrigin('indexedDB')
  const server = createServer()
  const tab = await openTab(origin, server)
  const other = await openTab(origin, server)
  const { done } = await other.registry.trigger(key)
  await origin.pass(0)
  expect(server.asked).toEqual(['page 0', 'page 1'])
  expect(await tab.db.courses.count()).toBe(2)
  return { origin, server, tab, other, done }
}

test("what is cleared stays cleared, though another tab's sync gets its next page in that moment", async () => {
  const { origin, server, tab, done } = await setUp()
  const { courses } = tab.db
  const clear = courses.clear.bind(courses)
  Object.assign(courses, {
    async clear() {
      await clear()
      server.gate.open()
      await origin.pass(0)
    },
  })
  await tab.signOut()
  expect(await done).toMatchObject({ status: 'signed-out' })
  await origin.pass(60_000)
  expect(await courses.count()).toBe(0)
})

test('the page is left last: nobody is signed in by then, and no row is there', async () => {
  const { origin, server, tab } = await setUp()
  await tab.signOut()
  await origin.pass(0)
  expect(tab.left).toEqual([{ rows: 0, signedIn: false }])
  server.gate.open()
})

test('every other tab is left, too', async () => {
  const { origin, server, tab, other } = await setUp()
  expect(other.left).toEqual([])
  await tab.signOut()
  await origin.pass(1_000)
  expect(other.left).toHaveLength(1)
  server.gate.open()
})

test('it works offline, and when nothing ever ran', async () => {
  const origin = createOrigin('indexedDB')
  const tab = await openTab(origin, createServer())
  tab.environment.setOnline(false)
  tab.environment.emit('offline')
  await tab.signOut()
  await origin.pass(0)
  expect(tab.left).toHaveLength(1)
})

test('edits that were not sent are named first, and a no keeps them and the sign-in', async () => {
  const origin = createOrigin('indexedDB')
  const tab = await openTab(origin, createServer(), false)
  await tab.db.outbox.bulkAdd([{ id: 'e1' }, { id: 'e2' }])
  await tab.signOut()
  expect(tab.confirmed).toEqual(['2 edits are not sent yet. Sign out and lose them?'])
  expect(await tab.db.outbox.count()).toBe(2)
  expect(tab.registry.snapshot(key).status).not.toBe('signed-out')
  expect(tab.left).toEqual([])
})

test('without the store nothing is cleared, and the sign-out is done when the store is back', async () => {
  const { origin, server, tab, done } = await setUp()
  origin.breakStores('busy')
  const failed = tab.signOut().catch((error: unknown) => error)
  await origin.pass(6_000)
  expect(await failed).toMatchObject({ code: 'store-unavailable' })
  expect([await tab.db.courses.count(), tab.left.length]).toEqual([2, 0])
  origin.breakStores(null)
  await origin.pass(5_000)
  expect(await done).toMatchObject({ status: 'signed-out' })
  server.gate.open()
})

test('nothing in the database names the user any more', async () => {
  const { server, tab } = await setUp()
  const dump = async (): Promise<string> =>
    JSON.stringify(await Promise.all(tab.db.tables.map(table => table.toArray())))
  expect(await dump()).toContain('ada')
  await tab.signOut()
  expect(await dump()).not.toContain('ada')
  server.gate.open()
})

test('who comes back pulls from the beginning, into the tables that were cleared', async () => {
  const { origin, server, tab, done } = await setUp()
  server.gate.open()
  expect(await done).toMatchObject({ status: 'succeeded' })
  await tab.signOut()
  await origin.pass(60_000)
  server.asked.length = 0
  const again = await openTab(origin, server)
  await (await again.registry.trigger(key)).done
  expect(server.asked).toEqual(['page 0', 'page 1'])
  expect(await again.db.courses.count()).toBe(2)
})
