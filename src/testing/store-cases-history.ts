/** Contract cases: finished runs are kept in order, up to a bound. */
import { addressOf, expectEqual, recordOf, rowOf, type StoreCase, storeCase } from './store-case.ts'

const here = addressOf()

/** Cases about finished runs. */
export const historyCases: readonly StoreCase[] = [
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
]
