import { describe, expectTypeOf, test } from 'vitest'
import type { Json, Jsonable } from '../../src/model/json.ts'

interface Course {
  readonly id: string
  readonly title?: string
  readonly tags: readonly { readonly name: string; readonly weight: number | null }[]
}

describe('what may be stored, in the types', () => {
  test('interfaces are accepted as they are', () => {
    expectTypeOf<Jsonable<Course>>().toExtend<Course>()
    expectTypeOf<Course>().toExtend<Jsonable<Course>>()
  })

  test('plain values, lists and unions are accepted as they are', () => {
    expectTypeOf<Jsonable<string>>().toEqualTypeOf<string>()
    expectTypeOf<Jsonable<null>>().toEqualTypeOf<null>()
    expectTypeOf<Jsonable<'a' | 7 | null>>().toEqualTypeOf<'a' | 7 | null>()
    expectTypeOf<Jsonable<number[]>>().toEqualTypeOf<number[]>()
    expectTypeOf<Jsonable<{ a: 1 } | { b: boolean }>>().toEqualTypeOf<{ a: 1 } | { b: boolean }>()
    expectTypeOf<Json>().toExtend<Jsonable<Json>>()
  })

  test('what JSON cannot hold becomes never', () => {
    expectTypeOf<Jsonable<() => void>>().toEqualTypeOf<never>()
    expectTypeOf<Jsonable<(a: string) => number>>().toEqualTypeOf<never>()
    expectTypeOf<Jsonable<symbol>>().toEqualTypeOf<never>()
    expectTypeOf<Jsonable<bigint>>().toEqualTypeOf<never>()
    expectTypeOf<Jsonable<Date>>().toEqualTypeOf<never>()
    expectTypeOf<Jsonable<Map<string, string>>>().toEqualTypeOf<never>()
    expectTypeOf<Jsonable<Set<string>>>().toEqualTypeOf<never>()
    expectTypeOf<Jsonable<undefined>>().toEqualTypeOf<never>()
  })

  test('a member that JSON cannot hold makes the whole unassignable', () => {
    interface WithMethod {
      readonly id: string
      save(): void
    }
    expectTypeOf<WithMethod>().not.toExtend<Jsonable<WithMethod>>()
    expectTypeOf<{ at: Date }>().not.toExtend<Jsonable<{ at: Date }>>()
    expectTypeOf<{ list: { of: bigint }[] }>().not.toExtend<Jsonable<{ list: { of: bigint }[] }>>()
  })

  test('a member that may be absent stays so', () => {
    expectTypeOf<{ a: string }>().toExtend<Jsonable<{ a: string; b?: number }>>()
  })

  test('what is unknown may only be JSON', () => {
    expectTypeOf<Jsonable<unknown>>().toEqualTypeOf<Json>()
  })
})
