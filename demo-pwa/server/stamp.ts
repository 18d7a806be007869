/** What do the headers of an edit say about who sends it? */
import { malformed } from './fields.ts'
import { describe, type Problem } from './reply.ts'

/** The headers that every edit carries. */
export interface Stamp {
  /** The same for every sending of the same edit. */
  readonly idempotencyKey: string
  /** Which client database the fence belongs to. */
  readonly store: string
  /** Which task of that database. */
  readonly key: string
  /** Grows with each owner of `(store, key)`. */
  readonly fence: number
}

const MAX_LENGTH = 512

/** Reads the four headers of an edit; 400 when one is missing or malformed. */
export function parseStamp(headers: Headers): Stamp | Problem {
  const names = ['Idempotency-Key', 'Leasehold-Store', 'Leasehold-Key'] as const
  for (const name of names) {
    const value = headers.get(name)
    if (value === null || !/^[\x20-\x7e]+$/.test(value) || value.length > MAX_LENGTH)
      return malformed(
        `the header ${name} must be 1 to ${MAX_LENGTH} ASCII characters, found ${describe(value)}`,
      )
  }
  const fence = headers.get('Leasehold-Fence')
  if (fence === null || !/^\d+$/.test(fence) || !Number.isSafeInteger(Number(fence)))
    return malformed(
      `the header Leasehold-Fence must be a whole number from 0 to 2^53 - 1, found ${describe(fence)}`,
    )
  const [idempotencyKey, store, key] = names.map(name => headers.get(name) ?? '')
  return {
    idempotencyKey: idempotencyKey ?? '',
    store: store ?? '',
    key: key ?? '',
    fence: Number(fence),
  }
}
