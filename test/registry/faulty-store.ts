/** A store whose operations fail when a test says so. */
import { RegistryError, type Store, type StoreFactory } from '../../src/index.ts'
import { createMemory, type Memory, memoryStore } from '../../src/store/memory.ts'

type Operation = 'transact' | 'transactUser' | 'forget' | 'history' | 'read'

/** `fail`: nothing happens · `lie`: it happens, and is reported as failed. */
export type Fault = 'fail' | 'lie' | null

/** Counts each operation, and asks `faultOf` what becomes of it. */
export function faultyStore(
  faultOf: (operation: Operation) => Fault,
  memory: Memory = createMemory(),
): StoreFactory {
  const make = memoryStore(memory)
  async function meet<T>(operation: Operation, work: () => Promise<T>): Promise<T> {
    const fault = faultOf(operation)
    if (fault === 'lie') await work()
    if (fault) throw new RegistryError('store-unavailable', 'gone')
    return work()
  }
  return context => {
    const real = make(context)
    const store: Store = {
      ...real,
      transact: (address, decide, options) =>
        meet('transact', () => real.transact(address, decide, options)),
      transactUser: (decide, options) =>
        meet('transactUser', () => real.transactUser(decide, options)),
      forget: (userId, decide, options) =>
        meet('forget', () => real.forget(userId, decide, options)),
      history: (key, options) => meet('history', () => real.history(key, options)),
      read: (address, options) => meet('read', () => real.read(address, options)),
    }
    return store
  }
}

/** A promise that a test fulfils. */
export function createGate(): { readonly opened: Promise<void>; open(): void } {
  let open: () => void = () => undefined
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return { opened, open: () => open() }
}
