/** Is what a call was given an object of known names, each of its kind? Small enough for every source. */
import { RegistryError, type RegistryErrorCode } from './error.ts'

/**
 * What an option holds. `amount`: a finite number from 0 on · `signal`: what can be listened to ·
 * `any`: the call itself looks at it.
 */
export type OptionKind = 'boolean' | 'string' | 'function' | 'object' | 'amount' | 'signal' | 'any'

/** The options of a call, each with its kind, or with the options below it. */
export type OptionKinds<Options> = {
  readonly [Name in keyof Required<Options>]: OptionKind | Readonly<Record<string, OptionKind>>
}

/** The same, of any call. */
export type Kinds = Readonly<Record<string, OptionKind | Readonly<Record<string, OptionKind>>>>

/**
 * Throws `code` (default `invalid-argument`) when `given` is no object, names what is not known, or
 * holds another kind of value. What is `undefined` counts as left out.
 */
export function checkKinds(
  given: unknown,
  kinds: Kinds,
  where: string,
  code: RegistryErrorCode = 'invalid-argument',
  path = '',
  advise: (name: string, kinds: Kinds) => string = namesOf,
): void {
  const names = Object.keys(kinds)
  function refuse(option: string, message: string): never {
    throw new RegistryError(code, `${where}: ${message}`, { option })
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    refuse(
      path,
      `${path ? `option '${path}'` : 'the options'} must be an object, found ${foundIn(given)}; it may have ${names.join(', ')}.`,
    )
  }
  for (const [name, value] of Object.entries(given)) {
    const option = path ? `${path}.${name}` : name
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    if (kind === undefined)
      refuse(option, `option '${option}' is not known; ${advise(name, kinds)}`)
    if (value === undefined || kind === 'any') continue
    if (typeof kind === 'object') checkKinds(value, kind, where, code, option, advise)
    else if (kind === 'amount') {
      if (!(Number.isFinite(value) && value >= 0))
        refuse(
          option,
          `option '${option}' must be a number from 0 on, found ${foundIn(value)}; leave it out for the default.`,
        )
    } else if (kind === 'signal') {
      if (typeof (value as Partial<AbortSignal> | null)?.addEventListener !== 'function')
        refuse(option, `option '${option}' must be an AbortSignal, found ${foundIn(value)}.`)
    } else if (typeof value !== kind || value === null)
      refuse(
        option,
        `option '${option}' must be ${kind === 'object' ? 'an' : 'a'} ${kind}, found ${foundIn(value)}.`,
      )
  }
}

/** A value as an error message shows what was found. */
export function foundIn(value: unknown): string {
  if (typeof value === 'function') return `the function ${value.name || 'without a name'}`
  if (typeof value === 'string') return JSON.stringify(value)
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

function namesOf(_: string, kinds: Kinds): string {
  return `expected one of ${Object.keys(kinds).join(', ')}.`
}
