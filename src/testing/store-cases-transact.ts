/** Contract cases: a transaction happens as a whole, in its moment, or not at all. */
import {
  addressOf,
  expectEqual,
  raising,
  recordOf,
  rejectionOf,
  rowOf,
  type StoreCase,
  storeCase,
} from './store-case.ts'

const here = addressOf()

/** Cases about what one transaction reads and writes. */
export const transactCases: readonly StoreCase[] = [
  storeCase('new data has no record, no user, no history and no floor', async bed => {
    const store = bed.open()
    const { record, user, floor } = await store.read(here)
    expectEqual({ record, user, floor }, { record: null, user: null, floor: 0 }, 'state')
    expectEqual(await store.history(here.key), [], 'history')
    expectEqual(await store.list(), [], 'list')
    expectEqual((await store.users()).users, [], 'users')
  }),

  storeCase('a counter raised by many transactions of two handles loses no update', async bed => {
    const stores = [bed.open(), bed.open()]
    const raised = Array.from({ length: 40 }, () =>
      stores.map(store => store.transact(here, raising())),
    )
    const answers = await Promise.all(raised.flat())
    const sorted = answers.toSorted((a, b) => a - b)
    expectEqual(
      sorted,
      Array.from({ length: 80 }, (_, i) => i + 1),
      'versions',
    )
  }),

  storeCase('a decision that throws writes nothing and rejects with its error', async bed => {
    const store = bed.open()
    const thrown = new Error('no')
    const found = await rejectionOf(
      store.transact(here, () => {
        throw thrown
      }),
      'transact',
    )
    expectEqual(found === thrown, true, 'the same error')
    expectEqual((await store.read(here)).record, null, 'record')
    expectEqual(await store.transact(here, raising()), 1, 'version written by the next')
  }),

  storeCase('a record that cannot be stored leaves neither record nor history', async bed => {
    const store = bed.open()
    await store.transact(here, raising())
    const record = { ...recordOf(), version: 9, recent: (() => []) as never }
    await rejectionOf(
      store.transact(here, () => ({ record, history: [rowOf(here.key, 1)], result: null })),
      'transact',
    )
    expectEqual((await store.read(here)).record?.version, 1, 'version')
    expectEqual(await store.history(here.key), [], 'history')
  }),

  storeCase('a finished run that cannot be stored leaves neither record nor history', async bed => {
    const store = bed.open()
    await store.transact(here, raising())
    const row = { ...rowOf(here.key, 1), result: (() => null) as never }
    const record = { ...recordOf(), version: 9 }
    await rejectionOf(
      store.transact(here, () => ({ record, history: [row], result: null })),
      'transact',
    )
    expectEqual((await store.read(here)).record?.version, 1, 'version')
    expectEqual(await store.history(here.key), [], 'history')
  }),

  storeCase('a decision without a record writes nothing and answers', async bed => {
    const store = bed.open()
    await store.transact(here, raising())
    const before = await store.read(here)
    expectEqual(await store.transact(here, () => ({ result: 'told' })), 'told', 'result')
    expectEqual(await store.read(here), before, 'state')
  }),

  storeCase('the clock is read inside the transaction', async bed => {
    let clock = 1
    const store = bed.open({ now: () => clock })
    const tell = ({ now }: { readonly now: number }) => ({ result: now })
    const moving = store.transact(here, state => {
      clock += 100
      return tell(state)
    })
    const later = store.transact(here, tell)
    clock = 50
    const moved = await moving
    expectEqual(moved >= 50, true, 'read after the request')
    expectEqual((await later) >= moved + 100, true, 'read after the transaction before')
    clock = 1_000
    expectEqual((await store.read(here)).now, 1_000, 'now of a read')
    expectEqual((await store.users()).now, 1_000, 'now of users')
  }),
]
