/** What may be stored or sent: plain JSON, checked and measured. */

/** A plain JSON value. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json }

/**
 * `T` where every part survives `JSON.stringify` and back; a part that does not becomes `never`.
 * Interfaces are accepted, unlike with an index-signature type.
 */
export type Jsonable<T> = T extends Json
  ? T
  : T extends
        | ((...args: never[]) => unknown)
        | symbol
        | bigint
        | undefined
        | Date
        | Map<unknown, unknown>
        | Set<unknown>
    ? never
    : T extends object
      ? { [K in keyof T]: Jsonable<Exclude<T[K], undefined>> | Extract<T[K], undefined> }
      : unknown extends T
        ? Json
        : never

/** Says where a value stops being plain JSON, or `null` when all of it is. */
export function findNonJson(value: unknown, path = 'value', depth = 0): string | null {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return null
  if (typeof value === 'number') return Number.isFinite(value) ? null : `${path} is ${value}`
  if (value === undefined) return `${path} is undefined`
  if (typeof value !== 'object') return `${path} is a ${typeof value}`
  if (depth > 64) return `${path} is nested deeper than 64 levels or refers to itself`
  // What it would be stored as is not what was looked at here; a Date is named by its class below.
  const speaks = typeof (value as { readonly toJSON?: unknown }).toJSON === 'function'
  if (Array.isArray(value)) {
    if (speaks) return `${path} is made by its toJSON()`
    for (let i = 0; i < value.length; i++) {
      const found = findNonJson(value[i], `${path}[${i}]`, depth + 1)
      if (found) return found
    }
    return null
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    return `${path} is an instance of ${value.constructor?.name ?? 'a class'}`
  }
  for (const [name, part] of Object.entries(value)) {
    if (part === undefined) continue
    const found = findNonJson(part, `${path}.${name}`, depth + 1)
    if (found) return found
  }
  return speaks ? `${path} is made by its toJSON()` : null
}

/** The text that two equal JSON values share: names sorted, absent and `undefined` members alike. */
export function canonicalJson(value: Json): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

/** Whether two JSON values are equal, whatever the order of their members. */
export function equalJson(a: Json, b: Json): boolean {
  return a === b || canonicalJson(a) === canonicalJson(b)
}

/** Bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}
