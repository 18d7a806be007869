/** Contract cases: what is stored comes back as it was, and shared with nobody. */
import { encodeKey } from '../model/key.ts'
import type { UserRecord } from '../model/user-record.ts'
import {
  addressOf,
  expectEqual,
  raising,
  recordOf,
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

const record = recordOf(here.key, { bookmarks: { a: { cursor: [1], taskVersion: 1, at: 1 } } })
const row = rowOf(here.key, 1)
const user = userOf('u1')

function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const part of Object.values(value)) spoil(part)
  Object.assign(value, { version: 99, source: 'spoiled' })
}

/** Cases about values and keys. */
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

  storeCase('large values survive', async bed => {
    const store = bed.open()
    const cursor = { text: 'ü'.repeat(200_000), list: Array.from({ length: 20_000 }, (_, i) => i) }
    const bookmarks = { pulling: { cursor, taskVersion: 1, at: 1 } }
    await store.transact(
      here,
      raising(here.key, record => ({ ...record, bookmarks })),
    )
    await store.transact(here, raising())
    expectEqual((await store.read(here)).record?.bookmarks, bookmarks, 'bookmarks')
  }),

  storeCase('what came out can be changed without changing what is stored', async bed => {
    const store = bed.open()
    await store.transactUser(() => ({ users: [user], user }))
    await store.transact(here, () => ({ record, history: [row], result: null }))
    await store.transact(here, state => {
      spoil(state)
      return { result: null }
    })
    await store.transactUser(state => {
      spoil(state)
      return { users: [], user }
    })
    spoil([await store.read(here), await store.list(), await store.users()])
    spoil(await store.history(here.key))
    const state = await store.read(here)
    expectEqual([state.record, state.user], [record, user], 'state')
    expectEqual(await store.list(), [record], 'list')
    expectEqual((await store.users()).users, [user], 'users')
    expectEqual(await store.history(here.key), [row], 'history')
  }),

  storeCase('what was handed in can be changed afterwards', async bed => {
    const store = bed.open()
    const given = structuredClone({ record, row, user })
    const history = [given.row]
    await store.transact(here, () => ({ record: given.record, history, result: null }))
    await store.transactUser(() => ({ users: [given.user], user: given.user }))
    spoil(given)
    const state = await store.read(here)
    expectEqual([state.record, state.user], [record, user], 'state')
    expectEqual(await store.history(here.key), [row], 'history')
  }),
]
