/** The keys by which a server recognises an edit that it has seen, and the headers that carry them. */
import { RegistryError } from './error.ts'

/** Header names that `run.headers()` sends. */
export const headerNames: {
  readonly idempotencyKey: 'Idempotency-Key'
  readonly store: 'Leasehold-Store'
  readonly key: 'Leasehold-Key'
  readonly fence: 'Leasehold-Fence'
} = {
  idempotencyKey: 'Idempotency-Key',
  store: 'Leasehold-Store',
  key: 'Leasehold-Key',
  fence: 'Leasehold-Fence',
}

/**
 * Made from store, task key and `part` only, so that any run that sends the same edit again sends
 * the same key. `part` names something stored before its first send that never changes.
 * At most 512 ASCII characters; longer is `too-large`.
 */
export function idempotencyKey(
  storeId: string,
  key: string,
  part: string,
  scheduledAt: number | null = null,
): string {
  const parts = [storeId, key, part, ...(scheduledAt === null ? [] : [`at${scheduledAt}`])]
  // A lone surrogate has no ASCII form: it is replaced by its number.
  const text = parts
    .map(each =>
      encodeURIComponent(
        each.replace(/\p{Surrogate}|~/gu, lone => `~${lone.charCodeAt(0).toString(16)}`),
      ),
    )
    .join(':')
  if (text.length <= 512) return text
  throw new RegistryError(
    'too-large',
    `an idempotency key may take 512 characters, but this part makes ${text.length}. Pass the id of the edit, not its content.`,
    { length: text.length },
  )
}
