// What the types of the three `defineTask` allow in `commit`.
import { defineTask, type } from 'leasehold'
import { type Transaction } from 'dexie'
import { defineTask as defineDexieTask } from 'leasehold/dexie'
import { type AppTransaction, defineTask as defineIdbTask } from 'leasehold/idb'
import { expectTypeOf, test } from 'vitest'

test('a task of the main entry has no write', () => {
  defineTask({
    scope: 'a',
    stages: stage => ({
      pulling: stage(
        async run => {
          await run.commit('next', { last: true, seal: true })
          // @ts-expect-error -- only tasks of leasehold/dexie and leasehold/idb write so
          await run.commit('next', { write: () => Promise.resolve() })
        },
        { cursor: type<string>() },
      ),
    }),
  })
  // @ts-expect-error -- and it names no tables
  defineTask({ scope: 'a', tables: ['rows'], run: () => undefined })
})

test('a task in a Dexie database writes with its transaction, and keeps all inference', () => {
  const task = defineDexieTask({
    scope: 'a',
    tables: ['rows'],
    payload: type<{ id: string }>(),
    result: type<number>(),
    stages: stage => ({
      pulling: stage(
        async run => {
          expectTypeOf(run.cursor).toEqualTypeOf<string | undefined>()
          expectTypeOf(run.payload).toEqualTypeOf<{ id: string }>()
          await run.commit('next', {
            last: true,
            write: tx => {
              expectTypeOf(tx).toEqualTypeOf<Transaction>()
              return tx.table('rows').put({ id: 'a' })
            },
          })
          // @ts-expect-error -- the cursor is text
          await run.commit(1, { write: () => Promise.resolve() })
          // @ts-expect-error -- what is not awaited is not known to have failed
          await run.commit('next', { write: () => undefined })
          run.result(1)
        },
        { cursor: type<string>(), incremental: true },
      ),
      pushing: stage(run => run.commit(null, { write: () => Promise.resolve() })),
    }),
  })
  expectTypeOf<NonNullable<(typeof task)['~types']>['stage']>().toEqualTypeOf<
    'pulling' | 'pushing'
  >()
  expectTypeOf(task.scope).toEqualTypeOf<'a'>()
})

test('a task in an app-owned IndexedDB database writes with a transaction of idb', () => {
  defineIdbTask({
    scope: 'a',
    tables: ['rows'],
    run: async run => {
      await run.commit(null, {
        write: tx => {
          expectTypeOf(tx).toEqualTypeOf<AppTransaction>()
          return tx.objectStore('rows').put({ id: 'a' })
        },
      })
    },
  })
  // @ts-expect-error -- the tables must be named
  defineIdbTask({ scope: 'a', run: () => undefined })
})
