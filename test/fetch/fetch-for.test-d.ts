/** Types: what takes a run, and what takes the place of `fetch`. */
import { expectTypeOf, test } from 'vitest'
import { defineTask, type TaskRun, type } from 'leasehold'
import { defineTask as defineDexieTask } from 'leasehold/dexie'
import { fetchFor, type RunFetch } from 'leasehold/fetch'

test('a run of any task will do, whatever its cursor, payload and result', () => {
  defineTask({
    scope: 'sync',
    payload: type<{ id: string }>(),
    result: type<number>(),
    stages: stage => ({
      pulling: stage(run => void fetchFor(run), { cursor: type<string>() }),
    }),
  })
  defineDexieTask({
    scope: 'sync',
    tables: ['notes'],
    stages: stage => ({ pulling: stage(run => void fetchFor(run)) }),
  })
})

test('it can be passed where a fetch is asked for', () => {
  expectTypeOf<RunFetch>().toExtend<typeof fetch>()
  expectTypeOf<ReturnType<RunFetch>>().toEqualTypeOf<Promise<Response>>()
})

test('a misspelt option of a request does not compile', () => {
  const ask = fetchFor({} as TaskRun<null, null, null>)
  void ask('/x', { part: 'e1', accept: [404] })
  // @ts-expect-error: it is 'part'.
  void ask('/x', { parts: 'e1' })
})
