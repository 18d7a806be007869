/** Contract cases: what is stored comes back as it was, in order, and shared with nobody. */
import { encodeKey } from '../model/key.ts'
import type { HistoryRow, TaskRecord, UserRecord } from '../model/record.ts'
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

const oddParts = [
  'a|b',
  'b|c',
  '%',
  '%0025',
  ' ',
  'é',
  'e\u0301',
  '🙂',
  '\ud800',
  '\u0000',
  '\uffff',
  '\uffff\uffff',
  '__proto__',
  'meta',
  'user:u1',
  'x'.repeat(256),
]

type Changeable<T> = { -readonly [K in keyof T]: T[K] }

/** Cases about values and their order. */
export const dataCases: readonly StoreCase[] = [
  storeCase('keys and user ids with odd characters stay apart', async bed => {
    const store = bed.open()
    const keys = oddParts.flatMap(userId => [
      { userId, scope: 'c' },
      { userId: 'c', scope: userId },
    ])
    for (const key of keys) {
      const address = { key: encodeKey(key), userId: key.userId }
      const record = { ...recordOf(address.key), userId: key.userId, scope: key.scope }
      const user = userOf(key.userId)
      await store.transactUser(() => ({ users: [user], user }))
      await store.transact(address, () => ({
        record,
        history: [rowOf(address.key, 1)],
        result: null,
      }))
    }
    for (const key of keys) {
      const text = encodeKey(key)
      const { record, user } = await store.read({ key: text, userId: key.userId })
      expectEqual([record?.userId, record?.scope], [key.userId, key.scope], `record of ${text}`)
      expectEqual(user, userOf(key.userId), `user of ${text}`)
      expectEqual(await store.history(text), [rowOf(text, 1)], `history of ${text}`)
    }
    expectEqual((await store.list()).length, keys.length, 'records')
    expectEqual((await store.users()).users.length, oddParts.length + 1, 'users')
  }),

  storeCase('all records are listed in the order of their keys, and only records', async bed => {
    const store = bed.open()
    const user = userOf('u1')
    await store.transactUser(() => ({ users: [user], user }))
    for (const key of ['u2|a', 'u1|b', 'u1|B', 'u1|a']) {
      await store.transact(addressOf(key), raising(key))
    }
    const keys = (await store.list()).map(record => record.key)
    expectEqual(keys, ['u1|B', 'u1|a', 'u1|b', 'u2|a'], 'keys')
  }),

  storeCase('several users change at once, the others stay', async bed => {
    const store = bed.open()
    const all = ['u3', 'u1', 'u2'].map(id => userOf(id))
    const first = await store.transactUser(() => ({ users: all, user: userOf('u1') }))
    expectEqual([first.users, first.user], [all, userOf('u1')], 'answer')
    await store.transactUser(({ users }) => {
      const changed = users.slice(1).map(user => ({ ...user, signedIn: false }))
      return { users: changed, user: userOf('u1') }
    })
    const signedOut = { signedIn: false }
    const expected = [userOf('u1'), userOf('u2', signedOut), userOf('u3', signedOut)]
    expectEqual((await store.users()).users, expected, 'users in the order of their ids')
  }),

  storeCase('a decision about users that throws or changes nobody writes nothing', async bed => {
    const store = bed.open()
    const thrown = new Error('no')
    const found = await rejectionOf(
      store.transactUser(() => {
        throw thrown
      }),
      'transactUser',
    )
    expectEqual(found === thrown, true, 'the same error')
    await store.transactUser(() => ({ users: [], user: userOf('u1') }))
    expectEqual((await store.users()).users, [], 'users')
  }),

  storeCase('history is paged from the newest on, fifty rows unless told', async bed => {
    const store = bed.open({ historyKept: 100 })
    const history = Array.from({ length: 60 }, (_, i) => rowOf(here.key, i + 1))
    await store.transact(here, () => ({ history, result: null }))
    const seqs = async (options?: { limit?: number; beforeSeq?: number }) =>
      (await store.history(here.key, options)).map(row => row.seq)
    const down = (from: number, count: number) => Array.from({ length: count }, (_, i) => from - i)
    expectEqual(await seqs(), down(60, 50), 'by default')
    expectEqual(await seqs({ limit: 2 }), [60, 59], 'two')
    expectEqual(await seqs({ limit: 2, beforeSeq: 59 }), [58, 57], 'the next two')
    expectEqual(await seqs({ limit: 100 }), down(60, 60), 'all')
    expectEqual(await seqs({ beforeSeq: 1 }), [], 'below the oldest')
  }),

  storeCase('large values survive', async bed => {
    const store = bed.open()
    const payload = { text: 'ü'.repeat(200_000), list: Array.from({ length: 20_000 }, (_, i) => i) }
    const buffered = {
      triggers: [],
      triggersDropped: 0,
      byUser: false,
      brings: true,
      payload,
      hasPayload: true,
      scheduledAt: null,
      requestedAt: 1,
    }
    await store.transact(
      here,
      raising(here.key, record => ({ ...record, buffered })),
    )
    await store.transact(here, raising())
    expectEqual((await store.read(here)).record?.buffered, buffered, 'buffered')
  }),

  storeCase('what came out can be changed without changing what is stored', async bed => {
    const store = bed.open()
    const user = userOf('u1')
    await store.transactUser(() => ({ users: [user], user }))
    await store.transact(here, () => ({
      record: recordOf(),
      history: [rowOf(here.key, 1)],
      result: null,
    }))
    const spoil = (...values: readonly unknown[]): void => {
      for (const value of values) {
        const spoiled = value as Changeable<TaskRecord & UserRecord & HistoryRow>
        Object.assign(spoiled, { version: 99, source: 'spoiled' })
      }
    }
    await store.transact(here, state => {
      spoil(state.record, state.user)
      return { result: null }
    })
    const { record, user: read } = await store.read(here)
    spoil(record, read, ...(await store.list()), ...(await store.users()).users)
    spoil(...(await store.history(here.key)))
    const after = await store.read(here)
    expectEqual([after.record, after.user], [recordOf(), user], 'state')
    expectEqual(await store.list(), [recordOf()], 'list')
    expectEqual((await store.users()).users, [user], 'users')
    expectEqual(await store.history(here.key), [rowOf(here.key, 1)], 'history')
  }),

  storeCase('what was handed in can be changed afterwards', async bed => {
    const store = bed.open()
    const record = recordOf() as Changeable<TaskRecord>
    const row = rowOf(here.key, 1) as Changeable<HistoryRow>
    const user = userOf('u1') as Changeable<UserRecord>
    await store.transact(here, () => ({ record, history: [row], result: null }))
    await store.transactUser(() => ({ users: [user], user }))
    Object.assign(record, { version: 99 })
    Object.assign(row, { source: 'spoiled' })
    Object.assign(user, { version: 99 })
    const state = await store.read(here)
    expectEqual([state.record, state.user], [recordOf(), userOf('u1')], 'state')
    expectEqual(await store.history(here.key), [rowOf(here.key, 1)], 'history')
  }),
]
