/** Contract cases: handles, answers, aborts, and the end of a store. */
import { RegistryError } from '../model/error.ts'
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

/** Each operation once, with what it answers reduced to whether it does. */
function everyOperation(
  store: Store,
  options?: OperationOptions,
): readonly (readonly [string, Promise<unknown>])[] {
  const user = userOf('u1')
  return [
    ['transact', store.transact(here, raising(), options)],
    ['transactUser', store.transactUser(() => ({ users: [user], user }), options)],
    ['read', store.read(here, options)],
    ['users', store.users(options)],
  ]
}

/** Cases about the life of a store and of its operations. */
export const lifeCases: readonly StoreCase[] = [
  storeCase('two handles share one data and one store id, which a reopening keeps', async bed => {
    const [first, second] = [bed.open(), bed.open()]
    const [a, b] = await Promise.all([first.read(here), second.read(here)])
    expectEqual(b.storeId, a.storeId, 'id of the second handle')
    await first.transact(here, raising())
    expectEqual((await second.read(here)).record?.version, 1, 'version read by the second')
    await Promise.all([first.close(), second.close()])
    const reopened = await bed.open().read(here)
    expectEqual([reopened.storeId, reopened.record?.version], [a.storeId, 1], 'after reopening')
  }),

  storeCase('every operation tells the same store id', async bed => {
    const store = bed.open()
    const user = userOf('u1')
    const { storeId } = await store.users()
    expectEqual((await store.read(here)).storeId, storeId, 'read')
    expectEqual(
      await store.transact(here, state => ({ result: state.storeId })),
      storeId,
      'transact',
    )
    let told = ''
    const decided = await store.transactUser(state => {
      told = state.storeId
      return { users: [], user }
    })
    expectEqual([told, decided.storeId], [storeId, storeId], 'transactUser')
  }),

  storeCase('other data has another store id and shares nothing', async bed => {
    const [one, other] = [bed.open(), bed.open({ name: `${bed.name}-other` })]
    await one.transact(here, raising())
    const [a, b] = [await one.read(here), await other.read(here)]
    expectEqual(a.storeId === b.storeId, false, 'same id')
    expectEqual(b.record, null, 'record of the other')
  }),

  storeCase('what was answered is there for everybody', async bed => {
    const [store, other] = [bed.open(), bed.open()]
    for (let version = 1; version <= 10; version++) {
      await store.transact(here, raising())
      expectEqual((await other.read(here)).record?.version, version, 'version')
    }
  }),

  storeCase('a read sees what was requested before it on the same handle', async bed => {
    const store = bed.open()
    const user = userOf('u1')
    const writes = [
      store.transact(here, raising()),
      store.transactUser(() => ({ users: [user], user })),
    ]
    const state = await store.read(here)
    expectEqual([state.record?.version, state.user], [1, user], 'state')
    await Promise.all(writes)
  }),

  storeCase('a hundred keys are written at once', async bed => {
    const store = bed.open()
    const keys = Array.from({ length: 100 }, (_, i) => `u${i % 7}|s${i}`)
    const versions = await Promise.all(
      keys.map(key => store.transact(addressOf(key), raising(key))),
    )
    expectEqual(new Set(versions).size, 1, 'different versions')
    expectEqual((await store.list()).length, 100, 'records')
  }),

  storeCase('the beginning of an operation is told once', async bed => {
    const store = bed.open()
    for (let i = 0; i < 4; i++) {
      let begun = 0
      const [name, answer] = everyOperation(store, { onBegin: () => begun++ })[i] ?? []
      await answer
      await store.close().then(() => undefined)
      expectEqual(begun > 0, true, `${name} began`)
    }
  }),

  storeCase('an operation that was aborted before it began writes nothing', async bed => {
    const store = bed.open()
    const reason = new Error('given up')
    let began = false
    const options = { signal: AbortSignal.abort(reason), onBegin: () => (began = true) }
    for (const [name, answer] of everyOperation(store, options)) {
      expectEqual((await rejectionOf(answer, name)) === reason, true, `reason of ${name}`)
    }
    expectEqual(began, false, 'began')
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

  storeCase('a closed store rejects with closed, and closing twice is harmless', async bed => {
    const store = bed.open()
    await store.transact(here, raising())
    await Promise.all([store.close(), store.close()])
    const others = [['history', store.history(here.key)] as const, ['list', store.list()] as const]
    for (const [name, answer] of [...everyOperation(store), ...others]) {
      const error = await rejectionOf(answer, name)
      expectEqual(error instanceof RegistryError && error.code, 'closed', name)
    }
    await store.close()
    expectEqual((await bed.open().read(here)).record?.version, 1, 'version')
  }),

  storeCase('closing lets what is under way end, and leaves other handles alone', async bed => {
    const [store, other] = [bed.open(), bed.open()]
    const ended: string[] = []
    const writes = Array.from({ length: 5 }, () =>
      store.transact(here, raising()).then(() => ended.push('write')),
    )
    await store.close().then(() => ended.push('close'))
    await Promise.all(writes)
    expectEqual(ended, [...Array.from({ length: 5 }, () => 'write'), 'close'], 'order')
    expectEqual(await other.transact(here, raising()), 6, 'version')
  }),
]
