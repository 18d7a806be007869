import { expectTypeOf, test } from 'vitest'
import { defineTask, type Json, type Task, type } from '../../src/index.ts'

test('migrate names the stages of its task, and what it gets is Json', () => {
  const task = defineTask({
    scope: 'sync',
    version: 2,
    payload: type<{ readonly all: boolean }>(),
    stages: stage => ({
      pulling: stage(run => run.commit('1'), { cursor: type<string>(), incremental: true }),
      pushing: stage(() => undefined),
    }),
    migrate({ checkpoint, bookmarks }) {
      expectTypeOf(checkpoint?.cursor).toEqualTypeOf<Json | undefined>()
      expectTypeOf(bookmarks['pulling']?.cursor).toEqualTypeOf<Json | undefined>()
      return {
        checkpoint: { stage: 'pushing', finished: ['pulling'] },
        bookmarks: { pulling: [bookmarks['pulling']?.cursor ?? null] },
      }
    },
  })
  expectTypeOf(task).toEqualTypeOf<
    Task<'sync', { readonly all: boolean }, null, 'pulling' | 'pushing'>
  >()
})

test('a stage that the task does not have is an error of types', () => {
  defineTask({
    scope: 'sync',
    stages: stage => ({ pulling: stage(() => undefined) }),
    // @ts-expect-error there is no stage 'pushing'
    migrate: () => ({ checkpoint: { stage: 'pushing' } }),
  })
})
