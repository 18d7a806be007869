/** What a store does that misbehaves on demand: rejects, waits, forgets to answer. */
import type { OperationOptions, Store, StoreFactory } from '../port/store.ts'

/** What happens to the operations that are requested while the fault lasts. */
export type StoreFault =
  /** Nothing is written; the operation rejects. */
  | { readonly kind: 'rejects'; readonly error: Error }
  /** It begins when the fault is lifted, unless its signal was aborted before. */
  | { readonly kind: 'waits' }
  /** It lands; the answer comes when the fault is lifted, whatever its signal says. */
  | { readonly kind: 'unanswered' }
  /** It lands and rejects all the same, as with a connection that is lost during the commit. */
  | { readonly kind: 'lands-and-rejects'; readonly error: Error }

/** Stores that share one switch. */
export interface FaultyStores {
  readonly factory: StoreFactory
  /** From now on this happens; `null` lifts the fault. */
  inject(fault: StoreFault | null): void
}

/**
 * Wraps a factory so that a test can break its stores and heal them again.
 *
 * @example
 * const faulty = withFaults(memoryStore())
 * faulty.inject({ kind: 'waits' })
 */
export function withFaults(factory: StoreFactory): FaultyStores {
  let fault: StoreFault | null = null
  const waiting = new Set<() => void>()

  function lifted(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        waiting.delete(end)
        signal?.removeEventListener('abort', end)
        if (signal?.aborted) reject(signal.reason as Error)
        else resolve()
      }
      waiting.add(end)
      signal?.addEventListener('abort', end)
      if (signal?.aborted) end()
    })
  }

  async function suffer<Result>(
    operate: () => Promise<Result>,
    options?: OperationOptions,
  ): Promise<Result> {
    while (fault?.kind === 'waits') await lifted(options?.signal)
    const suffered = fault
    if (suffered?.kind === 'rejects') throw suffered.error
    const result = await operate()
    if (suffered?.kind === 'unanswered' && fault === suffered) await lifted()
    if (suffered?.kind === 'lands-and-rejects') throw suffered.error
    return result
  }

  return {
    inject(next) {
      fault = next
      for (const end of waiting) end()
    },
    factory(context) {
      const store = factory(context)
      const faulty: Store = {
        transact: (address, decide, options) =>
          suffer(() => store.transact(address, decide, options), options),
        transactUser: (decide, options) =>
          suffer(() => store.transactUser(decide, options), options),
        forget: (userId, decide, options) =>
          suffer(() => store.forget(userId, decide, options), options),
        read: (address, options) => suffer(() => store.read(address, options), options),
        users: options => suffer(() => store.users(options), options),
        history: (key, options) => suffer(() => store.history(key, options)),
        list: () => suffer(() => store.list()),
        close: () => store.close(),
      }
      return faulty
    },
  }
}
