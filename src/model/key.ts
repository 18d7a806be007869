/** The key of a task: which user's work, of which scope, and its string form. */
import { RegistryError } from './error.ts'

/** Whose work of which scope. */
export interface TaskKey {
  /** Whose work; 1 to 256 characters. */
  readonly userId: string
  /** Which task; 1 to 256 characters. */
  readonly scope: string
}

// The bar separates, the percent sign escapes; control characters and lone surrogates would not
// survive every platform name that a key is put into.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unsafe = /[%|\u0000-\u001f]|\p{Surrogate}/gu

function encodePart(part: string): string {
  return part.replace(unsafe, found => `%${found.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function decodePart(part: string): string | null {
  if (part === '' || /%(?![0-9a-f]{4})/.test(part)) return null
  return part.replace(/%([0-9a-f]{4})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

/** Throws `invalid-argument` unless `part` is a text of 1 to 256 characters. */
export function checkName(part: unknown, what: string): string {
  if (typeof part === 'string' && part.length > 0 && part.length <= 256) return part
  const found =
    typeof part === 'string' ? `a text of ${part.length}` : part === null ? 'null' : typeof part
  throw new RegistryError(
    'invalid-argument',
    `${what} must have 1 to 256 characters, found ${found}; pass a non-empty text.`,
    { what },
  )
}

/**
 * The string form `userId|scope`. Both parts are encoded, so that no two keys collide; plain names
 * stay readable.
 *
 * @example
 * encodeKey({ userId: 'u1', scope: 'course_sync' }) // 'u1|course_sync'
 */
export function encodeKey(key: TaskKey): string {
  return `${encodePart(checkName(key.userId, 'userId'))}|${encodePart(checkName(key.scope, 'scope'))}`
}

/** How the string forms of all keys of a user begin, and of no other user's. */
export function keysBeginWith(userId: string): string {
  return `${encodePart(userId)}|`
}

/** Reads a string form back; `null` when it is none. */
export function parseKey(text: string): TaskKey | null {
  const parts = text.split('|')
  if (parts.length !== 2) return null
  const [userId, scope] = parts.map(decodePart)
  if (userId == null || scope == null) return null
  const key = { userId, scope }
  return userId.length <= 256 && scope.length <= 256 && encodeKey(key) === text ? key : null
}
