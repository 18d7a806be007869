/** Contract cases: the sign-in states of all users change as a whole. */
import {
  addressOf,
  expectEqual,
  rejectionOf,
  type StoreCase,
  storeCase,
  userOf,
} from './store-case.ts'

const here = addressOf()

/** Cases about users. */
export const userCases: readonly StoreCase[] = [
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
]
