/** Contract cases: a user who is forgotten leaves nothing but a floor. */
import { encodeKey } from '../model/key.ts'
import type { AccountDecided } from '../model/account.ts'
import type { UserRecord } from '../model/user-record.ts'
import type { Store, UsersState } from '../port/store.ts'
import {
  addressOf,
  expectEqual,
  recordOf,
  rejectionOf,
  rowOf,
  type StoreCase,
  storeCase,
  userOf,
} from './store-case.ts'

const here = addressOf()

/** Two keys of `u1`, and keys of users whose names begin alike. */
const others = ['u', 'u11', 'u1|', 'U1'].map(userId => ({ userId, scope: 'a' }))

async function fill(store: Store): Promise<void> {
  for (const userId of ['u1', ...others.map(other => other.userId)]) {
    const user = userOf(userId, { epoch: 4 })
    await store.transactUser(() => ({ users: [user], user }))
    for (const scope of ['a', 'b|']) {
      const key = encodeKey({ userId, scope })
      const record = { ...recordOf(key), userId, scope, fence: 7, version: 2 }
      await store.transact({ key, userId }, () => ({
        record,
        history: [rowOf(key, 1)],
        result: null,
      }))
    }
  }
}

/** Signs `u1` out and tells the others nothing. */
function leave({ users }: UsersState): AccountDecided {
  const before = users.find(user => user.userId === 'u1') ?? userOf('u1')
  const user: UserRecord = { ...before, epoch: before.epoch + 1, signedIn: false }
  return { users: [user], user }
}

/** Cases about forgetting. */
export const forgetCases: readonly StoreCase[] = [
  storeCase('a forgotten user is named by nothing, and nobody else is touched', async bed => {
    const store = bed.open()
    await fill(store)
    const answer = await store.forget('u1', leave)
    expectEqual([answer.user.epoch, answer.user.signedIn], [5, false], 'the decision')
    for (const scope of ['a', 'b|']) {
      const key = encodeKey({ userId: 'u1', scope })
      const { record, user } = await store.read({ key, userId: 'u1' })
      expectEqual([record, user, await store.history(key)], [null, null, []], key)
    }
    const left = (await store.users()).users.map(user => user.userId).toSorted()
    expectEqual(left, others.map(({ userId }) => userId).toSorted(), 'users')
    expectEqual((await store.list()).length, others.length * 2, 'records')
    for (const key of others.map(encodeKey))
      expectEqual((await store.history(key)).length, 1, `history of ${key}`)
  }),

  storeCase('the floor rises above every fence, epoch and version that is forgotten', async bed => {
    const highest = [
      { fence: 900, epoch: 1, version: 1 },
      { fence: 1, epoch: 1_900, version: 1 },
      { fence: 1, epoch: 1, version: 2_900 },
    ]
    let floor = 0
    for (const changes of highest) {
      const store = bed.open({ name: `${bed.name}-${changes.version}-${changes.epoch}` })
      await store.transact(here, () => ({ record: recordOf(here.key, changes), result: null }))
      let told = 0
      await store.forget('u1', state => {
        told = state.floor
        return leave(state)
      })
      floor = (await store.read(here)).floor
      const above = Math.max(changes.fence, changes.epoch, changes.version)
      expectEqual([floor > above, told], [true, floor], `floor above ${above}`)
      expectEqual((await store.users()).floor, floor, 'floor told with the users')
    }
  }),

  storeCase("a user's own epoch counts for the floor, and the floor never falls", async bed => {
    const store = bed.open()
    const forget = async (userId: string, epoch: number) => {
      const user = userOf(userId, { epoch })
      await store.transactUser(() => ({ users: [user], user }))
      await store.forget(userId, () => ({ users: [user], user }))
      return (await store.users()).floor
    }
    const first = await forget('u1', 50)
    expectEqual(first > 50, true, 'floor above the epoch')
    expectEqual(await forget('u2', 3), first, 'floor after a lower one')
    const never = userOf('u3', { signedIn: false })
    await store.forget('u3', () => ({ users: [never], user: never }))
    expectEqual((await store.users()).floor, first, 'floor after one who never was')
    expectEqual((await store.users()).users, [], 'users')
  }),

  storeCase('a decision that leaves the user as it was, or throws, forgets nothing', async bed => {
    const store = bed.open()
    await fill(store)
    const before = [await store.list(), await store.users(), await store.history(here.key)]
    await store.forget('u1', () => ({ users: [], user: userOf('u1') }))
    const thrown = new Error('no')
    const found = await rejectionOf(
      store.forget('u1', () => {
        throw thrown
      }),
      'forget',
    )
    expectEqual(found === thrown, true, 'the same error')
    const after = [await store.list(), await store.users(), await store.history(here.key)]
    expectEqual(after, before, 'everything')
  }),

  storeCase('others that the decision changes are written with it', async bed => {
    const store = bed.open()
    await fill(store)
    const other = userOf('u', { signedIn: false, epoch: 9 })
    await store.forget('u1', state => {
      const decided = leave(state)
      return { ...decided, users: [...decided.users, other] }
    })
    expectEqual(
      (await store.users()).users.find(user => user.userId === 'u'),
      other,
      'other',
    )
  }),

  storeCase(
    'what is written after a forgetting stays, and a reopening keeps the floor',
    async bed => {
      const store = bed.open()
      await fill(store)
      const [, , version] = await Promise.all([
        store.forget('u1', leave),
        store.transact(here, state => ({
          record: recordOf(here.key, { version: state.floor }),
          result: null,
        })),
        store.transact(here, ({ record }) => ({ result: record?.version ?? null })),
      ])
      const { floor } = await store.users()
      expectEqual(version, floor, 'version made from the floor')
      await store.close()
      const reopened = bed.open()
      expectEqual((await reopened.users()).floor, floor, 'floor after reopening')
      expectEqual((await reopened.list()).length, others.length * 2 + 1, 'records')
    },
  ),
]
