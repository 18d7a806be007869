/** The store of one simulated agent: its transactions are events, watched, and can be made to fail. */
import type { StoreFactory } from '../port/store.ts'
import { type Memory, memoryStore } from '../store/memory.ts'
import { freezeDeep } from './freeze.ts'
import { type LandedWrite, watchStore } from './sim-journal.ts'
import type { StoreFault } from './store-fault-names.ts'
import { withFaults } from './store-faults.ts'

/** What becomes of what an agent asks its store for. */
export type StoreTrouble = Exclude<StoreFault['kind'], 'waits' | 'falls-silent' | 'unanswered'>

/** A store and what its world may do to it. */
export interface SimStore {
  readonly factory: StoreFactory
  /** How often it was asked for something. */
  operations(): number
  /** So many of the next operations fail so. */
  breakStore(trouble: StoreTrouble | null, times: number): void
}

/** Makes it; `add` lets something happen to the agent later. */
export function createSimStore(
  name: string,
  memory: Memory,
  add: (lane: string, label: string, run: () => void) => void,
  landed: (write: LandedWrite) => void,
): SimStore {
  let asking: string | null = null
  let begun = ''
  let operations = 0
  let failing = 0

  /** The beginning of a transaction is scheduled while it is asked for, its answer later. */
  function schedule(work: () => void): void {
    const label = asking
    if (label === null) return add('answer', `${name} hears of ${begun}`, work)
    add('begin', `${name} begins ${label}`, () => {
      begun = label
      work()
    })
  }

  // Records are shared instead of copied: copies would take half of the time of a history.
  const faulty = withFaults(memoryStore(memory, { schedule, copy: freezeDeep }))
  const factory = watchStore(faulty.factory, name, {
    asked(label) {
      operations++
      if (failing-- <= 0) faulty.inject(null)
      asking = label
    },
    askedFor: () => void (asking = null),
    landed,
  })
  return {
    factory,
    operations: () => operations,
    breakStore(kind, times) {
      failing = times
      faulty.inject(kind && { kind, error: new Error(`the store ${kind}`) })
    },
  }
}
