/** Storage that fails under a whole registry: the default store, over an IndexedDB that misbehaves. */
import { forceCloseDatabase } from 'fake-indexeddb'
import { idbStore } from 'leasehold/idb'
import { expect, onTestFinished, test, vi } from 'vitest'
import { defineTask } from '../../src/index.ts'
import { breakTransaction, useFakeIndexedDB, watchPlatform } from '../store/fake-idb.ts'
import { buildRegistry, rejectionOf } from './build.ts'

useFakeIndexedDB()

const task = defineTask({ scope: 'sync', minIntervalMs: 0, run: () => undefined })
const target = { userId: 'ada', scope: 'sync' }

function build() {
  const errors: unknown[] = []
  const registry = buildRegistry({
    tasks: [task],
    store: idbStore(),
    onError: error => errors.push(error),
  })
  registry.watch(target).subscribe()
  return { registry, errors }
}

test.each([
  ['was closed by the platform', (db: IDBDatabase) => forceCloseDatabase(db as never)],
  ['is closing without a word', (db: IDBDatabase) => db.close()],
] as const)(
  'C41 a connection that %s is replaced by one new one, and nobody notices',
  async (_, lose) => {
    const { open, lastDatabase } = watchPlatform()
    const { registry, errors } = build()
    await registry.signIn('ada')
    await (await registry.trigger(task)).done
    const lost = lastDatabase()
    lose(lost)
    const { decision, done } = await registry.trigger(task)
    expect(decision).toBe('started')
    expect(await done).toMatchObject({ status: 'succeeded' })
    expect(lastDatabase()).not.toBe(lost)
    expect([open.mock.calls.length, errors]).toEqual([2, []])
    expect(registry.snapshot(target).store).toEqual({ state: 'ok' })
  },
)

test('C41 a connection that is lost again and again is told once, and once more the next time', async () => {
  const { registry, errors } = build()
  await registry.signIn('ada')
  for (const episode of [1, 2]) {
    const begin = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('The database connection is closing.', 'InvalidStateError')
    })
    for (let press = 0; press < 5; press++) {
      const answer = await registry.trigger(task)
      expect(answer).toMatchObject({ decision: 'deferred', reason: 'store-unavailable' })
    }
    expect(registry.snapshot(target)).toMatchObject({
      status: 'blocked',
      reason: 'store-unavailable',
      detail: expect.stringContaining('closing') as string,
    })
    expect(errors).toHaveLength(episode)
    begin.mockRestore()
    const { done } = await registry.trigger(task)
    expect(await done).toMatchObject({ status: 'succeeded' })
    // It is asked within a second whether it is back altogether; a busy machine needs longer.
    await expect.poll(() => registry.snapshot(target).store).toEqual({ state: 'ok' })
    // What was pressed meanwhile is repeated now: when a press after that has ended, so has all of it.
    const after = await registry.trigger(task)
    await after.done
  }
})

test.each([
  {
    how: 'indexedDB is undefined',
    said: 'indexedDB is not defined',
    refuse: () => vi.stubGlobal('indexedDB', undefined),
    allow: () => vi.unstubAllGlobals(),
  },
  {
    how: 'no database opens',
    said: 'not allowed here',
    refuse: () =>
      vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
        throw new DOMException('not allowed here', 'SecurityError')
      }),
    allow: () => vi.restoreAllMocks(),
  },
  {
    how: 'every write is refused',
    said: 'QuotaExceededError',
    refuse() {
      const begin = IDBDatabase.prototype.transaction
      vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
        this: IDBDatabase,
        ...given
      ) {
        const tx = begin.apply(this, given)
        if (given[1] === 'readwrite')
          queueMicrotask(() => breakTransaction(tx, 'QuotaExceededError'))
        return tx
      })
    },
    allow: () => vi.restoreAllMocks(),
  },
])(
  'C45 $how: a trigger is deferred, the view says why, and all works once that is over',
  async ({ said, refuse, allow }) => {
    refuse()
    const { registry, errors } = build()
    const refused = await rejectionOf(registry.signIn('ada'))
    expect(refused).toMatchObject({ name: 'RegistryError' })
    expect(String(refused)).toContain(said)
    expect(await registry.trigger(target)).toMatchObject({
      decision: 'deferred',
      reason: 'store-unavailable',
      stored: false,
    })
    expect(registry.snapshot(target)).toMatchObject({
      status: 'blocked',
      reason: 'store-unavailable',
      detail: expect.stringContaining(said) as string,
      store: { state: 'unavailable' },
    })
    expect(errors).toHaveLength(1)
    allow()
    await registry.signIn('ada')
    const { done } = await registry.trigger(task)
    expect(await done).toMatchObject({ status: 'succeeded' })
  },
)

test('C54 a database that the platform does not let be made leaves no rejection unhandled', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown): void => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const create = IDBDatabase.prototype.createObjectStore
  // As on a full disk: the transaction of the upgrade is aborted.
  vi.spyOn(IDBDatabase.prototype, 'createObjectStore').mockImplementation(function (
    this: IDBDatabase,
    ...given
  ) {
    const made = create.apply(this, given)
    queueMicrotask(() => breakTransaction(made.transaction, 'QuotaExceededError'))
    return made
  })
  const { registry } = build()
  expect(await rejectionOf(registry.signIn('ada'))).toMatchObject({ code: 'store-unavailable' })
  for (let turn = 0; turn < 5; turn++) await new Promise(resolve => setImmediate(resolve))
  expect(unhandled).toEqual([])
})
