/** Contract cases: a transaction happens as a whole, in its moment, or not at all. */
import type { UserRecord } from '../model/record.ts'
import {
  addressOf,
  expectEqual,
  raising,
  recordOf,
  rejectionOf,
  rowOf,
  type StoreCase,
  storeCase,
  userOf,
} from './store-case.ts'

const here = addressOf()

/** Cases about what a transaction reads and writes. */
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

  storeCase('a decision without a record writes nothing and answers', async bed => {
    const store = bed.open()
    await store.transact(here, raising())
    const before = await store.read(here)
    expectEqual(await store.transact(here, () => ({ result: 'told' })), 'told', 'result')
    expectEqual(await store.read(here), before, 'state')
  }),

  storeCase('record and history are written together, and trimmed with it', async bed => {
    const store = bed.open({ historyKept: 3 })
    for (let seq = 1; seq <= 5; seq++) {
      const record = recordOf(here.key, { version: seq, historySeq: seq })
      await store.transact(here, () => ({
        record,
        history: [rowOf(here.key, seq)],
        result: null,
      }))
      const rows = await store.history(here.key)
      const kept = [seq, seq - 1, seq - 2].filter(n => n > 0)
      expectEqual(
        rows.map(row => row.seq),
        kept,
        `rows after ${seq}`,
      )
      expectEqual((await store.read(here)).record?.historySeq, seq, 'historySeq')
    }
  }),

  storeCase('several rows of one transaction are all kept, within the bound', async bed => {
    const store = bed.open({ historyKept: 3 })
    const rows = [1, 2, 3, 4].map(seq => rowOf(here.key, seq))
    await store.transact(here, () => ({ record: recordOf(), history: rows, result: null }))
    expectEqual(await store.history(here.key), rows.slice(1).reverse(), 'history')
  }),

  storeCase('trimming one key leaves the history of its neighbours', async bed => {
    const store = bed.open({ historyKept: 1 })
    for (const key of ['u1|a', 'u1|a0', 'u1|', 'u1|b', 'u1|a']) {
      const history = [1, 2].map(seq => rowOf(key, seq + (key === 'u1|a' ? 2 : 0)))
      await store.transact({ key, userId: 'u1' }, () => ({ history, result: null }))
    }
    for (const [key, seq] of [['u1|a', 4] as const, ['u1|a0', 2] as const, ['u1|b', 2] as const]) {
      expectEqual(await store.history(key), [rowOf(key, seq)], key)
    }
  }),

  storeCase('a row written again replaces the row of its number', async bed => {
    const store = bed.open()
    for (const source of ['first', 'second']) {
      const history = [{ ...rowOf(here.key, 1), source }]
      await store.transact(here, () => ({ history, result: null }))
    }
    expectEqual(await store.history(here.key), [{ ...rowOf(here.key, 1), source: 'second' }], 'row')
  }),

  storeCase('members that this version does not know survive', async bed => {
    const store = bed.open()
    const later = { later: { deep: [1, null, { a: '' }] }, schemaVersion: 99 }
    const record = { ...recordOf(), ...later }
    const row = { ...rowOf(here.key, 1), ...later }
    const user: UserRecord = { ...userOf('u1'), ...later }
    await store.transactUser(() => ({ users: [user], user }))
    await store.transact(here, () => ({ record, history: [row], result: null }))
    await store.transact(here, raising())
    await store.transactUser(({ users }) => ({ users, user }))
    const state = await store.read(here)
    expectEqual(state.record, { ...record, version: 1 }, 'record')
    expectEqual(state.user, user, 'user')
    expectEqual(await store.history(here.key), [row], 'history')
  }),

  storeCase('a sign-out is seen by every transaction that is decided after it', async bed => {
    const store = bed.open()
    const look = () => store.transact(here, ({ user }) => ({ result: user?.epoch ?? null }))
    const signOut = (epoch: number) => {
      const user = userOf('u1', { epoch, signedIn: false })
      return store.transactUser(() => ({ users: [user], user }))
    }
    const answers = await Promise.all([look(), signOut(2), look(), signOut(3), look()])
    expectEqual([answers[0], answers[2], answers[4]], [null, 2, 3], 'epochs')
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
