/** How large what is stored may become. */
import { RegistryError } from './error.ts'
import { byteLength, findNonJson, type Json } from './json.ts'

/** Bytes of payload, cursor and result, each as JSON. */
export const valueBytes: number = 16 * 1024
/** Bytes of progress detail and stored error text. */
export const noteBytes = 1024
/** Joined triggers kept with a run, and other decisions kept with a key; beyond it they are counted. */
export const triggersKept = 20

/** Returns the value as plain JSON; throws `not-json` or `too-large` naming `what`. */
export function checkJson(value: unknown, what: string, maxBytes: number = valueBytes): Json {
  const fault = findNonJson(value, what)
  if (fault) {
    throw new RegistryError(
      'not-json',
      `${what} must be plain JSON, but ${fault}. Store ids or text instead.`,
      {
        what,
      },
    )
  }
  const text = JSON.stringify(value)
  const bytes = text.length * 3 <= maxBytes ? 0 : byteLength(text)
  if (bytes > maxBytes) {
    throw new RegistryError(
      'too-large',
      `${what} may take ${maxBytes} bytes as JSON, but takes ${bytes}. Keep large data in your own tables.`,
      { what, bytes, maxBytes },
    )
  }
  return JSON.parse(text) as Json
}

/** Cuts a text so that its JSON stays within `maxBytes`. */
export function clip(text: string, maxBytes: number = noteBytes): string {
  let cut = text
  while (byteLength(JSON.stringify(cut)) > maxBytes)
    cut = cut.slice(0, Math.floor(cut.length * 0.8))
  return cut
}
