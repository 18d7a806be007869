// What every store with fenced writes promises: data, for both databases, in Node and in a browser.
import { RegistryError } from '../../src/model/error.ts'
import type { TaskRecord } from '../../src/model/record.ts'
import type { FencedOptions } from '../../src/port/fenced-writes.ts'
import type { Store, StoreFactory } from '../../src/port/store.ts'
import { appNames } from '../../src/store/app-tables.ts'
import {
  addressOf,
  expectEqual,
  raising,
  recordOf,
  rejectionOf,
  rowOf,
} from '../../src/testing/store-case.ts'
import { holdTransaction, runsBeside } from './idb-requests.ts'

/** An app's database, and how the app writes into it. */
export interface FencedApp {
  readonly factory: StoreFactory
  /** Puts a row into the app's table, in the transaction of the write. */
  put(tx: never, table: string, id: string): PromiseLike<unknown>
  /** Looks at each row of the app's table, in the transaction of the write. */
  walk(tx: never, table: string): PromiseLike<number>
  /** The ids in the app's table, read by somebody else. */
  ids(name: string, table?: string): Promise<readonly string[]>
}

/** One promise. */
export interface FencedCase {
  readonly name: string
  run(app: FencedApp, unusedName: string): Promise<void>
}

type Write = (tx: never) => PromiseLike<unknown>

interface Bed {
  readonly app: FencedApp
  readonly name: string
  readonly store: Store
  /** One fenced operation that raises the version of the record. */
  apply(write: Write, options?: FencedOptions, tables?: readonly string[]): Promise<number>
  version(): Promise<number>
}

const here = addressOf()

function fencedCase(name: string, test: (bed: Bed) => Promise<void>): FencedCase {
  return {
    name,
    async run(app, unusedName) {
      const store = app.factory({
        name: unusedName,
        now: () => 1_000,
        id: () => `id-of-${unusedName}`,
        historyKept: 3,
      })
      try {
        await store.transact(here, raising())
        await test({
          app,
          name: unusedName,
          store,
          apply: (write, options, tables = ['rows']) =>
            fencedOf(store).transact(here, raising(), { tables, write }, options),
          version: async () => (await store.read(here)).record?.version ?? 0,
        })
      } finally {
        await store.close()
      }
    },
  }
}

/** The second port; throws where the store has none. */
export function fencedOf(store: Store) {
  if (!store.fenced) throw new Error('the store has no fenced writes')
  return store.fenced
}

async function expectNothing({ app, name, version, apply }: Bed, what: string): Promise<void> {
  expectEqual(await app.ids(name), [], `rows after ${what}`)
  expectEqual(await version(), 1, `version after ${what}`)
  expectEqual(await apply(tx => app.put(tx, 'rows', 'next')), 2, `the next after ${what}`)
  expectEqual(await app.ids(name), ['next'], `rows of the next after ${what}`)
}

async function expectForeign(bed: Bed, write: Write, what: string): Promise<void> {
  const error = await rejectionOf(bed.apply(write), what)
  expectEqual(error instanceof RegistryError && error.code, 'foreign-await', `code of ${what}`)
  await expectNothing(bed, what)
}

/** Something that no transaction waits for. */
function task(): Promise<void> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
}

async function tasks(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await task()
}

/** All of them. */
export const fencedCases: readonly FencedCase[] = [
  fencedCase("the app's rows, the record and its history land together", async bed => {
    const { app, store, name } = bed
    const answer = await fencedOf(store).transact(
      here,
      state => ({ ...raising()(state), history: [rowOf(here.key, 1)] }),
      { tables: ['rows'], write: tx => app.put(tx, 'rows', 'a') },
    )
    expectEqual([answer, await bed.version()], [2, 2], 'version')
    expectEqual(await app.ids(name), ['a'], 'rows')
    expectEqual((await store.history(here.key)).length, 1, 'history')
  }),

  fencedCase('a decision that writes no record never calls the app', async bed => {
    let called = 0
    const answer = await fencedOf(bed.store).transact(here, () => ({ result: 'refused' }), {
      tables: ['rows'],
      write: tx => {
        called++
        return bed.app.put(tx, 'rows', 'stale')
      },
    })
    expectEqual([answer, called], ['refused', 0], 'answer and calls')
    await expectNothing(bed, 'a refusal')
  }),

  fencedCase('the decision that is stored was made after the write, in its moment', async bed => {
    let clock = 1_000
    const store = bed.app.factory({
      name: `${bed.name}-clock`,
      now: () => clock,
      id: () => 'id',
      historyKept: 3,
    })
    const seen: number[] = []
    await fencedOf(store).transact(
      here,
      ({ now }) => {
        seen.push(now)
        const record: TaskRecord = recordOf(here.key, { lastStartAt: now })
        return { record, result: null }
      },
      {
        tables: ['rows'],
        async write(tx) {
          clock = 5_000
          await bed.app.put(tx, 'rows', 'a')
        },
      },
    )
    expectEqual(seen, [1_000, 5_000], 'moments')
    expectEqual((await store.read(here)).record?.lastStartAt, 5_000, 'stored')
    await store.close()
  }),

  fencedCase('a write that throws at once leaves nothing and rejects with its error', async bed => {
    const thrown = new Error('no')
    const found = await rejectionOf(
      bed.apply(() => {
        throw thrown
      }),
      'apply',
    )
    expectEqual(found === thrown, true, 'the same error')
    await expectNothing(bed, 'a throw')
  }),

  fencedCase('a write that rejects after it put rows leaves nothing', async bed => {
    const thrown = new Error('no')
    const found = await rejectionOf(
      bed.apply(async tx => {
        await bed.app.put(tx, 'rows', 'a')
        await bed.app.put(tx, 'rows', 'b')
        throw thrown
      }),
      'apply',
    )
    expectEqual(found === thrown, true, 'the same error')
    await expectNothing(bed, 'a rejection')
  }),

  fencedCase(
    'what was put before a foreign await does not land, though the await never ends',
    bed =>
      expectForeign(
        bed,
        async tx => {
          await bed.app.put(tx, 'rows', 'a')
          await new Promise(() => undefined)
        },
        'an endless await',
      ),
  ),

  fencedCase('what was put before and after a foreign await does not land', bed =>
    expectForeign(
      bed,
      async tx => {
        await bed.app.put(tx, 'rows', 'a')
        await tasks(200)
        await bed.app.put(tx, 'rows', 'b')
      },
      'an await in between',
    ),
  ),

  fencedCase('a foreign await before the first row, and none at all, leaves nothing', bed =>
    expectForeign(bed, () => tasks(200), 'an await without rows'),
  ),

  fencedCase('a write may await as many of its own requests as it likes', async bed => {
    const { app, name } = bed
    const wanted = Array.from({ length: 150 }, (_, n) => `row-${String(n).padStart(3, '0')}`)
    const version = await bed.apply(async tx => {
      for (const id of wanted) {
        await app.put(tx, 'rows', id)
        await Promise.resolve()
      }
      expectEqual(await app.walk(tx, 'rows'), wanted.length, 'rows walked')
    })
    expectEqual([version, await app.ids(name)], [2, wanted], 'version and rows')
  }),

  fencedCase('rows that were put and not awaited land too', async bed => {
    const { app, name } = bed
    await bed.apply(async tx => {
      for (const id of ['a', 'b', 'c']) void app.put(tx, 'rows', id)
    })
    expectEqual([await bed.version(), await app.ids(name)], [2, ['a', 'b', 'c']], 'both')
  }),

  fencedCase('everybody else waits for the write, and reads all of it', async bed => {
    const { app, store, name } = bed
    let later: Promise<number> | undefined
    const first = await bed.apply(async tx => {
      await app.put(tx, 'rows', 'a')
      later = store.transact(here, raising())
      await app.put(tx, 'rows', 'b')
    })
    expectEqual([first, await later], [2, 3], 'versions')
    expectEqual(await app.ids(name), ['a', 'b'], 'rows')
  }),

  fencedCase('two fenced writes of one moment come one after the other', async bed => {
    const { app, name } = bed
    const versions = await Promise.all(
      ['a', 'b', 'c'].map(id =>
        bed.apply(async tx => {
          await app.put(tx, 'rows', id)
          await app.put(tx, 'rows', `${id}${id}`)
        }),
      ),
    )
    expectEqual(versions, [2, 3, 4], 'versions')
    expectEqual((await app.ids(name)).length, 6, 'rows')
  }),

  fencedCase('an abort during the write leaves nothing', async bed => {
    const reason = new Error('given up')
    const controller = new AbortController()
    const found = await rejectionOf(
      bed.apply(
        async tx => {
          await bed.app.put(tx, 'rows', 'a')
          controller.abort(reason)
          await bed.app.put(tx, 'rows', 'b')
        },
        { signal: controller.signal },
      ),
      'apply',
    )
    expectEqual(found === reason, true, 'the reason')
    await expectNothing(bed, 'an abort')
  }),

  fencedCase('an abort before it begins never calls the app', async bed => {
    const reason = new Error('given up')
    let called = 0
    const write = async () => void called++
    const options = { signal: AbortSignal.abort(reason) }
    expectEqual((await rejectionOf(bed.apply(write, options), 'apply')) === reason, true, 'reason')
    expectEqual(called, 0, 'calls')
  }),

  fencedCase('beginning, and the time of the app, are told', async bed => {
    const told: string[] = []
    const options = {
      onBegin: () => told.push('begin'),
      onApplication: (running: boolean) => told.push(running ? 'app' : 'ours'),
    }
    await bed.apply(async tx => {
      await bed.app.put(tx, 'rows', 'a')
      told.push('put')
    }, options)
    expectEqual(told, ['begin', 'app', 'put', 'ours'], 'told')
    told.length = 0
    await rejectionOf(
      bed.apply(() => Promise.reject(new Error('no')), options),
      'apply',
    )
    expectEqual(told, ['begin', 'app', 'ours'], 'told of a failure')
  }),

  fencedCase('a table that was not declared is refused, with all of the write', async bed => {
    await rejectionOf(
      bed.apply(async tx => {
        await bed.app.put(tx, 'rows', 'a')
        await bed.app.put(tx, 'others', 'b')
      }),
      'apply',
    )
    expectEqual(await bed.app.ids(bed.name, 'others'), [], 'other rows')
    await expectNothing(bed, 'an undeclared table')
  }),

  fencedCase('a table that does not exist is told by its name', async bed => {
    const write = () => Promise.resolve()
    const error = await rejectionOf(bed.apply(write, {}, ['rows', 'nowhere']), 'apply')
    expectEqual(error instanceof RegistryError && error.code, 'missing-tables', 'code')
    expectEqual(String(error).includes('lacks nowhere'), true, String(error))
    await expectNothing(bed, 'a missing table')
  }),

  fencedCase('a record that cannot be stored takes the rows of the app with it', async bed => {
    const record = { ...recordOf(), version: 9, recent: (() => []) as never }
    await rejectionOf(
      fencedOf(bed.store).transact(here, () => ({ record, result: null }), {
        tables: ['rows'],
        write: tx => bed.app.put(tx, 'rows', 'a'),
      }),
      'transact',
    )
    await expectNothing(bed, 'a record that cannot be stored')
  }),

  fencedCase(
    'a transaction of the app on another table delays nothing that the platform runs beside it',
    async bed => {
      const held = await holdTransaction(bed.name, 'others')
      let fenced: Promise<number> | undefined
      try {
        const beside = await runsBeside(held, bed.name, 'rows')
        fenced = bed.apply(tx => bed.app.put(tx, 'rows', 'a'))
        if (beside) expectEqual(await fenced, 2, 'fenced')
      } finally {
        await held.end()
      }
      expectEqual(await fenced, 2, 'fenced')
    },
  ),

  fencedCase(
    'one on the same table delays the write, and no plain one that the platform runs beside it',
    async bed => {
      const held = await holdTransaction(bed.name, 'rows')
      let plain: Promise<number> | undefined
      let fenced: Promise<number> | undefined
      let done = false
      try {
        const beside = await runsBeside(held, bed.name, appNames.records)
        plain = bed.store.transact(here, raising())
        if (beside) expectEqual(await plain, 2, 'plain')
        fenced = bed.apply(tx => bed.app.put(tx, 'rows', 'a'))
        void fenced.then(() => {
          done = true
        })
        await tasks(50)
        expectEqual(done, false, 'done while it is held')
      } finally {
        await held.end()
      }
      expectEqual(await Promise.all([plain, fenced]), [2, 3], 'versions')
    },
  ),
]
