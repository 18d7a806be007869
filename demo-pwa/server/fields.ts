/** Does a JSON value have exactly the fields that are expected of it? */
import { describe, type Problem, problem } from './reply.ts'

/** What one field must be, in words and as a test. */
export interface Field {
  readonly expected: string
  readonly optional?: boolean
  accepts(value: unknown): boolean
}

/** The fields of one object. */
export type Fields = Readonly<Record<string, Field>>

/** Any text of at most `max` characters. */
export function text(max: number): Field {
  return {
    expected: `a text of at most ${max} characters`,
    accepts: value => typeof value === 'string' && value.length <= max,
  }
}

/** A whole number in a range. */
export function integer(min: number, max: number): Field {
  return {
    expected: `a whole number from ${min} to ${max}`,
    accepts: value => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max,
  }
}

/** One of some texts. */
export function oneOf(...values: readonly string[]): Field {
  return {
    expected: values.map(value => `"${value}"`).join(' or '),
    accepts: value => values.some(one => one === value),
  }
}

/** `true` or `false`. */
export const flag: Field = {
  expected: 'true or false',
  accepts: value => typeof value === 'boolean',
}

/** Epoch milliseconds. */
export const instant: Field = {
  ...integer(0, 8_640_000_000_000_000),
  expected: 'an instant in epoch milliseconds',
}

/** The id of a row: a short plain name. */
export const rowId: Field = {
  expected: 'an id of 1 to 64 letters, digits, - or _',
  accepts: value => typeof value === 'string' && /^[\w-]{1,64}$/.test(value),
}

/** A UUID of any version. */
export const uuid: Field = {
  expected: 'a UUID',
  accepts: value =>
    typeof value === 'string' &&
    /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(value),
}

/** Leaves a field out, or `null`. */
export function optional(field: Field): Field {
  return {
    optional: true,
    expected: `${field.expected}, or null`,
    accepts: value => value === null || field.accepts(value),
  }
}

/** The object with its fields in the order of `fields`, or the first thing wrong with it (400). */
export function checkFields(
  value: unknown,
  fields: Fields,
  what: string,
): Readonly<Record<string, unknown>> | Problem {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return malformed(`${what} must be a JSON object, found ${describe(value)}`)
  const found = new Map<string, unknown>(Object.entries(value))
  const unknown = [...found.keys()].find(name => !Object.hasOwn(fields, name))
  if (unknown !== undefined)
    return malformed(
      `${what} has the fields ${Object.keys(fields).join(', ')}, found also ${describe(unknown)}`,
    )
  const checked: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (!found.has(name) && field.optional) continue
    if (!found.has(name) || !field.accepts(found.get(name)))
      return malformed(
        `${what}.${name} must be ${field.expected}, found ${describe(found.get(name))}`,
      )
    checked[name] = found.get(name)
  }
  return checked
}

/** 400 with the word that all malformed input gets. */
export function malformed(message: string): Problem {
  return problem(400, 'malformed', message)
}
