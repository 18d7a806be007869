/** Contract cases: handles share their data until they are closed. */
import { RegistryError } from '../model/error.ts'
import {
  addressOf,
  expectEqual,
  raising,
  rejectionOf,
  type StoreCase,
  storeCase,
  userOf,
} from './store-case.ts'

const here = addressOf()

/** Cases about handles and the end of a store. */
export const handleCases: readonly StoreCase[] = [
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

  storeCase('a closed store rejects with closed, and closing twice is harmless', async bed => {
    const store = bed.open()
    await store.transact(here, raising())
    await Promise.all([store.close(), store.close()])
    const user = userOf('u1')
    const answers = {
      transact: store.transact(here, raising()),
      transactUser: store.transactUser(() => ({ users: [user], user })),
      read: store.read(here),
      users: store.users(),
      history: store.history(here.key),
      list: store.list(),
    }
    for (const [name, answer] of Object.entries(answers)) {
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
