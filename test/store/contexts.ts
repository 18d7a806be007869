// Stores as a registry would make them.
import type { Store, StoreContext, StoreFactory } from '../../src/port/store.ts'

let ids = 0

/** Opens a store; by default the clock stands still and three finished runs are kept. */
export function openStore(factory: StoreFactory, changes: Partial<StoreContext> = {}): Store {
  return factory({
    name: 'leasehold',
    now: () => 1_000,
    id: () => `id-${++ids}`,
    historyKept: 3,
    ...changes,
  })
}
