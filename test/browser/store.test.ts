// The IndexedDB store keeps the contract on a real IndexedDB.
import { Dexie } from 'dexie'
import { idbStore } from 'leasehold/idb'
import { afterEach, describe, expect, test } from 'vitest'
import type { Store } from '../../src/port/store.ts'
import { addressOf, raising } from '../../src/testing/store-case.ts'
import { storeCases } from '../../src/testing/store-cases.ts'
import { deleteDatabase, holdTransaction } from '../store/idb-requests.ts'

const here = addressOf()
const opened: Store[] = []

afterEach(async () => {
  await Promise.all(opened.splice(0).map(store => store.close()))
  const databases = await indexedDB.databases()
  await Promise.all(databases.map(({ name = '' }) => deleteDatabase(name)))
})

describe('contract', () => {
  test.each(storeCases)('$name', ({ run }) => run(idbStore(), unusedName()))
})

describe('a real IndexedDB', () => {
  test('a counter raised by the page and by three workers loses no update', async () => {
    const name = unusedName()
    const store = open(name)
    const workers = [1, 2, 3].map(() => raiseInWorker(name, 30))
    const own = Array.from({ length: 30 }, () => store.transact(here, raising()))
    const answers = [...(await Promise.all(own)), ...(await Promise.all(workers)).flat()]
    expect(answers.sort((a, b) => a - b)).toEqual(Array.from({ length: 120 }, (_, i) => i + 1))
  })

  test('a database that was deleted while open comes back empty and with a new id', async () => {
    const name = unusedName()
    const store = open(name)
    await store.transact(here, raising())
    const before = await store.read(here)
    await deleteDatabase(name)
    const after = await store.read(here)
    expect(after.record).toBeNull()
    expect(after.storeId).not.toBe(before.storeId)
    expect(await store.transact(here, raising())).toBe(1)
  })

  test('a deletion that comes during many operations fails none of them', async () => {
    const name = unusedName()
    const store = open(name)
    const answers = Array.from({ length: 20 }, () => store.transact(here, raising()))
    const deleted = deleteDatabase(name)
    const later = Array.from({ length: 20 }, () => store.transact(here, raising()))
    await expect(Promise.all([...answers, ...later, deleted])).resolves.toHaveLength(41)
  })

  test('an operation that waits behind another transaction ends with its signal', async () => {
    const name = unusedName()
    const store = open(name)
    await store.transact(here, raising())
    const held = await holdTransaction(name)
    const controller = new AbortController()
    let begun = 0
    const answer = store.transact(here, raising(), {
      signal: controller.signal,
      onBegin: () => begun++,
    })
    await held.turn()
    controller.abort(new Error('given up'))
    await expect(answer).rejects.toThrow('given up')
    expect(begun).toBe(0)
    await held.end()
    expect(await store.transact(here, raising())).toBe(2)
  })
})

describe('in a Dexie transaction of the app', () => {
  test.each(['cold', 'warm'])(
    'a %s store leaves its zone, and neither breaks the other',
    async state => {
      const store = open(unusedName())
      const app = new Dexie(unusedName())
      app.version(1).stores({ rows: '++id' })
      const rows = app.table('rows')
      const inZone: boolean[] = []
      const raise = () =>
        store.transact(here, found => {
          inZone.push(Dexie.currentTransaction !== null)
          return raising()(found)
        })
      const before = state === 'warm' ? await raise() : 0
      let answer: Promise<number> | undefined
      await app.transaction('rw', rows, async () => {
        await rows.add({ n: 1 })
        answer = raise()
        await rows.add({ n: 2 })
        void raise()
        await rows.add({ n: 3 })
      })
      expect(await answer).toBe(before + 1)
      inZone.push(Dexie.currentTransaction !== null)
      expect(await raise()).toBe(before + 3)
      expect(await rows.count()).toBe(3)
      expect(inZone).not.toContain(true)
      app.close()
    },
  )
})

function open(name: string): Store {
  const context = { name, now: Date.now, id: () => crypto.randomUUID(), historyKept: 3 }
  const store = idbStore()(context)
  opened.push(store)
  return store
}

function unusedName(): string {
  return `store-${crypto.randomUUID()}`
}

function raiseInWorker(name: string, times: number): Promise<readonly number[]> {
  const worker = new Worker(new URL('store-raising.ts', import.meta.url), { type: 'module' })
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<readonly number[]>) => {
      worker.terminate()
      resolve(data)
    }
    worker.onerror = event => reject(new Error(event.message))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- windows have one, workers do not
    worker.postMessage({ name, times })
  })
}
