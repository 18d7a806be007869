/** The store of one simulated agent: its transactions are events, watched, and can be made to fail. */
import type { StoreFactory } from '../port/store.ts'
import { type Memory, memoryStore } from '../store/memory.ts'
import { freezeDeep } from './freeze.ts'
import { type LandedUsers, type LandedWrite, watchStore } from './sim-journal.ts'
import type { StoreFault } from './store-fault-names.ts'
import { withFaults } from './store-faults.ts'

/** What becomes of what an agent asks its store for; `delays`: all of it comes late. */
export type StoreTrouble = StoreFault['kind'] | 'delays'

/** What a store is made of. */
export interface SimStoreParts {
  readonly name: string
  readonly memory: Memory
  /** Lets something happen to the agent, after `afterMs` when that is given. */
  add(lane: string, label: string, run: () => void, afterMs?: number): void
  /** How late one step of a slow store is, ms. */
  delayMs(): number
  /** It is well again. */
  mended(): void
  landed(write: LandedWrite): void
  landedUsers(write: LandedUsers): void
}

/** A store and what its world may do to it. */
export interface SimStore {
  readonly factory: StoreFactory
  /** How often it was asked for something. */
  operations(): number
  /** So many of the next operations fail so. */
  breakStore(trouble: StoreTrouble | null, times: number): void
  /** Whether nothing is the matter with it. */
  isWell(): boolean
}

/** Makes it. */
export function createSimStore(parts: SimStoreParts): SimStore {
  const { name, add } = parts
  let asking: string | null = null
  let begun = ''
  let operations = 0
  let failing = 0
  let trouble: StoreTrouble | null = null

  /** The beginning of a transaction is scheduled while it is asked for, its answer later. */
  function schedule(work: () => void): void {
    const label = asking
    const late = trouble === 'delays' ? parts.delayMs() : undefined
    if (label === null) return add('answer', `${name} hears of ${begun}`, work, late)
    const begin = (): void => {
      begun = label
      work()
    }
    add('begin', `${name} begins ${label}`, begin, late)
  }

  function mend(): void {
    if (trouble === null) return
    trouble = null
    parts.mended()
    faulty.inject(null)
  }

  // Records are shared instead of copied: copies would take half of the time of a history.
  const memory = memoryStore(parts.memory, { schedule, copy: freezeDeep })
  const faulty = withFaults(
    watchStore(memory, name, {
      asked: label => void (asking = label),
      askedFor: () => void (asking = null),
      landed: parts.landed,
      landedUsers: parts.landedUsers,
    }),
  )
  const factory = watchStore(faulty.factory, name, {
    asked() {
      operations++
      if (trouble !== null && failing-- <= 0) mend()
    },
  })
  return {
    factory,
    operations: () => operations,
    breakStore(kind, times) {
      if (kind === null) return mend()
      failing = times
      trouble = kind
      if (kind === 'delays') faulty.inject(null)
      else faulty.inject({ kind, error: new Error(`the store ${kind}`) })
    },
    isWell: () => trouble === null,
  }
}
