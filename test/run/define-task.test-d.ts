import { describe, expectTypeOf, test } from 'vitest'
import { defineTask, type Task, type } from '../../src/index.ts'

describe('a task, in the types', () => {
  test('the names of its stages are inferred; one of a single step has the stage running', () => {
    const staged = defineTask({
      scope: 'a',
      stages: stage => ({
        pulling: stage(() => undefined),
        pushing: stage(() => undefined),
      }),
    })
    expectTypeOf(staged).toExtend<Task<'a', null, null, 'pulling' | 'pushing'>>()
    const single = defineTask({ scope: 'b', payload: type<string>(), run: () => undefined })
    expectTypeOf(single).toExtend<Task<'b', string, null, 'running'>>()
  })

  test('a cursor is of the type that its stage names', () => {
    defineTask({
      scope: 'a',
      stages: stage => ({
        pulling: stage(
          async run => {
            expectTypeOf(run.cursor).toEqualTypeOf<string | undefined>()
            // @ts-expect-error a number is no cursor of this stage
            await run.commit(3)
          },
          { cursor: type<string>() },
        ),
      }),
    })
  })

  test('a type that JSON cannot hold does not compile as a cursor, payload or result', () => {
    type<{ readonly id: string; readonly note?: string }>()
    // @ts-expect-error a Date does not survive JSON
    type<Date>()
    // @ts-expect-error neither does one inside
    type<{ readonly at: Date }>()
  })

  test('a mistyped option does not compile', () => {
    // @ts-expect-error it is called stallMs
    defineTask({ scope: 'a', stalMs: 5, run: () => undefined })
  })

  test('stages and a single step together do not compile', () => {
    // @ts-expect-error one of both
    defineTask({ scope: 'a', run: () => undefined, stages: stage => ({ b: stage(() => 1) }) })
  })
})
