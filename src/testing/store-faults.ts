/** What a store does that misbehaves on demand: rejects, waits, falls silent, forgets to answer. */
import type { OperationOptions, Store, StoreFactory } from '../port/store.ts'
import { type StoreFault, type StoreFaultName, storeFaults } from './store-fault-names.ts'

/** Stores that share one switch. */
export interface FaultyStores {
  readonly factory: StoreFactory
  /** From now on this happens, named or described; `null` lifts the fault. */
  inject(fault: StoreFaultName | StoreFault | null): void
  /** How many operations were asked for so far, whatever became of them. */
  operations(): number
}

/**
 * Wraps a factory so that a test can break its stores and heal them again.
 *
 * @example
 * const { factory, inject } = withFaults(memoryStore())
 * const { registry, advance } = createTestRegistry({ tasks: [courseSync], store: factory })
 * await registry.signIn('u1')
 * inject('quota')
 * const { decision, stored } = await registry.trigger(courseSync) // 'deferred', false
 * inject(null)
 * await advance(1_000) // the store is asked again, and the trigger runs
 */
export function withFaults(factory: StoreFactory): FaultyStores {
  let fault: StoreFault | null = null
  let operations = 0
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
    isWrite = false,
  ): Promise<Result> {
    operations++
    while (fault?.kind === 'waits' || fault?.kind === 'falls-silent') {
      if (fault.kind === 'falls-silent') options?.onBegin?.()
      await lifted(options?.signal)
    }
    const suffered = fault
    if (suffered?.kind === 'rejects' && (isWrite || suffered.only !== 'writes'))
      throw suffered.error
    const result = await operate()
    if (suffered?.kind === 'unanswered' && fault === suffered) await lifted()
    if (suffered?.kind === 'lands-and-rejects') throw suffered.error
    return result
  }

  return {
    inject(next) {
      fault = typeof next === 'string' ? storeFaults[next] : next
      for (const end of [...waiting]) end()
    },
    operations: () => operations,
    factory(context) {
      const store = factory(context)
      const { fenced } = store
      const faulty: Store = {
        ...store,
        ...(fenced && {
          fenced: {
            kind: fenced.kind,
            transact: (address, decide, application, options) =>
              suffer(() => fenced.transact(address, decide, application, options), options, true),
          },
        }),
        transact: (address, decide, options) =>
          suffer(() => store.transact(address, decide, options), options, true),
        transactUser: (decide, options) =>
          suffer(() => store.transactUser(decide, options), options, true),
        forget: (userId, decide, options) =>
          suffer(() => store.forget(userId, decide, options), options, true),
        read: (address, options) => suffer(() => store.read(address, options), options),
        users: options => suffer(() => store.users(options), options),
        history: (key, options) => suffer(() => store.history(key, options)),
        list: () => suffer(() => store.list()),
      }
      return faulty
    },
  }
}
