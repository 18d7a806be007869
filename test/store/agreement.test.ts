// The stores agree: any sequence of operations has the same answers on memory and on IndexedDB.
import fc from 'fast-check'
import { idbStore } from 'leasehold/idb'
import { memoryStore } from 'leasehold/memory'
import { expect, test } from 'vitest'
import type { Store, StoreFactory } from '../../src/port/store.ts'
import { addressOf, raising, recordOf, rowOf, userOf } from '../../src/testing/store-case.ts'
import { useFakeIndexedDB } from './fake-idb.ts'

useFakeIndexedDB()

type Step =
  | { readonly do: 'raise' | 'throw' | 'nothing' | 'read'; readonly key: string }
  | { readonly do: 'settle'; readonly key: string; readonly rows: number }
  | {
      readonly do: 'history'
      readonly key: string
      readonly limit: number
      readonly before: number
    }
  | { readonly do: 'signIn'; readonly userIds: readonly string[]; readonly signedIn: boolean }
  | { readonly do: 'forget'; readonly userId: string }
  | { readonly do: 'list' | 'users' | 'reopen' }

const key = fc.constantFrom('u1|a', 'u1|b', 'u2|a', 'u%007c|a')
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('raise', 'throw', 'nothing', 'read'), key }),
  fc.record({ do: fc.constant('settle'), key, rows: fc.integer({ min: 0, max: 5 }) }),
  fc.record({
    do: fc.constant('history'),
    key,
    limit: fc.integer({ min: 0, max: 6 }),
    before: fc.integer({ min: 0, max: 12 }),
  }),
  fc.record({
    do: fc.constant('signIn'),
    userIds: fc.uniqueArray(fc.constantFrom('u1', 'u2', 'u|')),
    signedIn: fc.boolean(),
  }),
  fc.record({ do: fc.constant('forget'), userId: fc.constantFrom('u1', 'u2', 'u|') }),
  fc.record({ do: fc.constantFrom('list', 'users', 'reopen') }),
)

/** Steps of one group are requested together. */
const groups = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 12 })

test('memory and IndexedDB give the same answers', async () => {
  let databases = 0
  await fc.assert(
    fc.asyncProperty(groups, fc.integer({ min: 0, max: 4 }), async (steps, historyKept) => {
      const name = `agreement-${++databases}`
      const expected = await answersOf(memoryStore(), name, historyKept, steps)
      expect(await answersOf(idbStore(), name, historyKept, steps)).toEqual(expected)
    }),
    { numRuns: 100 },
  )
})

async function answersOf(
  factory: StoreFactory,
  name: string,
  historyKept: number,
  groups: readonly (readonly Step[])[],
): Promise<readonly unknown[]> {
  let [ids, clock] = [0, 0]
  const open = () => factory({ name, now: () => clock, id: () => `id-${++ids}`, historyKept })
  let store = open()
  const answers: unknown[] = []
  for (const group of groups) {
    clock++
    answers.push(await Promise.allSettled(group.map(step => apply(store, step))))
    if (group.some(step => step.do === 'reopen')) {
      await store.close()
      store = open()
    }
  }
  answers.push(await store.list(), await store.users())
  await store.close()
  return answers
}

function apply(store: Store, step: Step): Promise<unknown> {
  switch (step.do) {
    case 'raise':
      return store.transact(addressOf(step.key), raising(step.key))
    case 'throw':
      return store.transact(addressOf(step.key), ({ now }) => {
        throw new Error(`refused at ${now}`)
      })
    case 'nothing':
      return store.transact(addressOf(step.key), state => ({ result: state }))
    case 'read':
      return store.read(addressOf(step.key))
    case 'settle':
      return store.transact(addressOf(step.key), ({ record }) => {
        const before = record ?? recordOf(step.key)
        const historySeq = before.historySeq + step.rows
        const history = Array.from({ length: step.rows }, (_, i) =>
          rowOf(step.key, before.historySeq + i + 1),
        )
        return { record: { ...before, historySeq }, history, result: historySeq }
      })
    case 'history':
      return store.history(step.key, { limit: step.limit, beforeSeq: step.before })
    case 'signIn':
      return store.transactUser(({ users, now }) => {
        const changed = step.userIds.map(id =>
          userOf(id, { signedIn: step.signedIn, freshAt: now }),
        )
        return { users: changed, user: users[0] ?? userOf('u1') }
      })
    case 'forget':
      return store.forget(step.userId, ({ users, floor }) => {
        const found = users.find(({ userId }) => userId === step.userId)
        return { users: found ? [found] : [], user: userOf(step.userId, { epoch: floor }) }
      })
    case 'list':
      return store.list()
    case 'users':
      return store.users()
    case 'reopen':
      return Promise.resolve(null)
  }
}
