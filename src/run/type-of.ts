/** How is a type named where a value is expected? */
import type { Jsonable } from '../model/json.ts'

/** Names a type where a value is expected; made by `type<T>()`. */
export interface TypeOf<T> {
  /** Never there at run time. */
  readonly '~type'?: T
}

/**
 * Names the type of a cursor, payload or result: `{ cursor: type<string>() }`. A type that JSON cannot
 * hold (a Date, a Map) does not compile: an argument is missing that nobody can give.
 */
export function type<T>(
  ..._notJson: [T] extends [Jsonable<T>] ? [] : [storeIdsTextOrNumbersInstead: never]
): TypeOf<T extends Jsonable<T> ? T : Jsonable<T>> {
  return {}
}
