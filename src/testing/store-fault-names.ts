/** Every way in which storage is known to fail, by name. */
import { RegistryError } from '../model/error.ts'

/** What happens to the operations that are requested while the fault lasts. */
export type StoreFault =
  /** Nothing is written; the operation rejects. `writes`: reads go on working. Default `all`. */
  | { readonly kind: 'rejects'; readonly error: Error; readonly only?: 'writes' | 'all' }
  /** It begins when the fault is lifted, unless its signal was aborted before. */
  | { readonly kind: 'waits' }
  /** It begins, does nothing, and gives no sign until its signal is aborted or the fault is lifted. */
  | { readonly kind: 'falls-silent' }
  /** It lands; the answer comes when the fault is lifted, whatever its signal says. */
  | { readonly kind: 'unanswered' }
  /** It lands and rejects all the same, as with a connection that is lost during the commit. */
  | { readonly kind: 'lands-and-rejects'; readonly error: Error }

/** A way in which storage fails. What is deleted or evicted is no fault: the next database is empty. */
export type StoreFaultName =
  /** `open()` never answers (seen in Safari). */
  | 'open-never-answers'
  /** Another connection holds the database: an upgrade or a deletion waits for it. */
  | 'blocked'
  /** Another transaction holds the tables for long: the app's own, or that of a frozen tab. */
  | 'busy'
  /** A transaction begins and gives no sign any more. */
  | 'silent'
  /** It was written, but the answer does not come. */
  | 'unanswered'
  /** The connection is lost, also on a second try. */
  | 'connection-lost'
  /** The connection is lost while it commits: nobody knows whether it was written. */
  | 'lost-while-committing'
  /** The platform aborts a write and says nothing about it. */
  | 'aborted-without-error'
  /** The disk, or what the origin may use of it, is full: reads work. */
  | 'quota'
  /** `indexedDB` is undefined, or refuses to open (private and lockdown modes). */
  | 'not-there'

/** What each of them does to operations. */
export const storeFaults: Readonly<Record<StoreFaultName, StoreFault>> = {
  'open-never-answers': { kind: 'waits' },
  blocked: { kind: 'waits' },
  busy: { kind: 'waits' },
  silent: { kind: 'falls-silent' },
  unanswered: { kind: 'unanswered' },
  'connection-lost': {
    kind: 'rejects',
    error: unavailable('the connection to the database was lost', 'no'),
  },
  'lost-while-committing': {
    kind: 'lands-and-rejects',
    error: unavailable('the connection to the database was lost while it committed', 'unknown'),
  },
  'aborted-without-error': {
    kind: 'rejects',
    only: 'writes',
    error: failed('the platform aborted the transaction and gave no error'),
  },
  quota: {
    kind: 'rejects',
    only: 'writes',
    error: failed('the platform aborted the transaction (QuotaExceededError)'),
  },
  'not-there': { kind: 'rejects', error: unavailable('indexedDB is not defined here', 'no') },
}

function unavailable(message: string, landed: 'no' | 'unknown'): RegistryError {
  return new RegistryError('store-unavailable', message, { landed })
}

function failed(message: string): RegistryError {
  return new RegistryError('store-failed', message, { landed: 'no' })
}
