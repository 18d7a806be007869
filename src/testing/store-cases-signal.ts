/** Contract cases: what the caller of an operation is told of it, and can do about it. */
import type { OperationOptions, Store } from '../port/store.ts'
import {
  addressOf,
  expectEqual,
  raising,
  recordOf,
  rejectionOf,
  type StoreCase,
  storeCase,
  userOf,
} from './store-case.ts'

const here = addressOf()

type Operate = (store: Store, options: OperationOptions) => Promise<unknown>

const operations: readonly (readonly [string, Operate])[] = [
  ['transact', (store, options) => store.transact(here, raising(), options)],
  [
    'transactUser',
    (store, options) => {
      const user = userOf('u1')
      return store.transactUser(() => ({ users: [user], user }), options)
    },
  ],
  [
    'forget',
    (store, options) => {
      const user = userOf('u1')
      return store.forget('u1', () => ({ users: [user], user }), options)
    },
  ],
  ['read', (store, options) => store.read(here, options)],
  ['users', (store, options) => store.users(options)],
]

/** Cases about beginnings and aborts. */
export const signalCases: readonly StoreCase[] = [
  storeCase('the beginning of an operation is told once', async bed => {
    const store = bed.open()
    for (const [name, operate] of operations) {
      let begun = 0
      await operate(store, { onBegin: () => begun++ })
      expectEqual(begun, 1, name)
    }
  }),

  storeCase('an operation that was aborted before it began writes nothing', async bed => {
    const store = bed.open()
    const reason = new Error('given up')
    for (const [name, operate] of operations) {
      let begun = 0
      const options = { signal: AbortSignal.abort(reason), onBegin: () => begun++ }
      expectEqual((await rejectionOf(operate(store, options), name)) === reason, true, name)
      expectEqual(begun, 0, name)
    }
    expectEqual((await store.read(here)).record, null, 'record')
    expectEqual((await store.users()).users, [], 'users')
  }),

  storeCase(
    'an operation that was aborted under way is written or rejected, never both',
    async bed => {
      const store = bed.open()
      await store.transact(here, () => ({ record: recordOf(), result: null }))
      const reason = new Error('given up')
      for (const moment of ['requested', 'begun', 'decided'] as const) {
        const { version = 0 } = (await store.read(here)).record ?? {}
        const controller = new AbortController()
        const abort = () => controller.abort(reason)
        const raise = raising()
        const answer = store.transact(
          here,
          state => {
            if (moment === 'decided') abort()
            return raise(state)
          },
          { signal: controller.signal, onBegin: () => moment === 'begun' && abort() },
        )
        if (moment === 'requested') abort()
        const found = await answer.catch((error: unknown) => (error === reason ? version : error))
        expectEqual((await store.read(here)).record?.version, found, `version, ${moment}`)
      }
    },
  ),

  storeCase('an abort after the answer changes nothing', async bed => {
    const store = bed.open()
    const controller = new AbortController()
    await store.transact(here, raising(), { signal: controller.signal })
    controller.abort()
    expectEqual(await store.transact(here, raising()), 2, 'version')
  }),
]
