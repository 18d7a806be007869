/** Tabs of one origin, in which the code of a recipe is run. */
import { expect, onTestFinished } from 'vitest'
import type { StoreFactory } from '../../../src/index.ts'
import { seededRandom } from '../../../src/testing/seeded-random.ts'
import {
  createTestRegistry,
  type StoreFaultName,
  type TestRegistry,
  type TestRegistryOptions,
  withFaults,
} from '../../../src/testing/index.ts'

/** The tabs share store, locks, channel and clock. */
export interface Origin {
  /** Tells its databases apart from those of other tests. */
  readonly name: string
  /** One more tab. */
  open(options: TestRegistryOptions): TestRegistry
  /** Epoch ms. */
  now(): number
  /** Lets so much time pass, and whatever it brings happen, the work of databases included. */
  pass(ms: number): Promise<void>
  /** Breaks the stores that the tabs were given, or mends them. */
  breakStores(fault: StoreFaultName | null): void
  /** What the tabs reported since the last call; at the end of the test there is to be nothing. */
  takeReports(): readonly unknown[]
}

/** Turns of the event loop after each timer: a transaction of the fake IndexedDB takes a few for each request. */
const turns = { memory: 4, indexedDB: 60 }

let named = 0

/** Makes an origin without tabs; they are closed with the test, which fails if one of them reported an error. */
export function createOrigin(data: keyof typeof turns): Origin {
  const name = `recipe-${++named}`
  let tabs = 0
  const reports: unknown[] = []
  const injections: ((fault: StoreFaultName | null) => void)[] = []
  let first: TestRegistry | null = null
  onTestFinished(() => expect(reports).toEqual([]))

  function clock(): TestRegistry['clock'] {
    if (!first) throw new Error('no tab is open')
    return first.clock
  }

  async function settle(): Promise<void> {
    for (let turn = 0; turn < turns[data]; turn++)
      await new Promise(resolve => setImmediate(resolve))
  }

  function breakable(store: StoreFactory): StoreFactory {
    const { factory, inject } = withFaults(store)
    injections.push(inject)
    return factory
  }

  return {
    name,
    open(options) {
      const given = {
        onError: (error: unknown) => reports.push(error),
        random: seededRandom(1, `${name}-${++tabs}`),
        ...options,
        ...(options.store && { store: breakable(options.store) }),
      }
      const tab = first ? first.another(given) : createTestRegistry(given)
      first ??= tab
      onTestFinished(async () => {
        // One that was left waits to be shown again.
        tab.environment.emit('pageshow')
        await tab.registry.close({ force: true })
      })
      return tab
    },
    now: () => clock().now(),
    breakStores(fault) {
      for (const inject of injections) inject(fault)
    },
    takeReports: () => reports.splice(0),
    async pass(ms) {
      const until = clock().monotonic() + ms
      for (;;) {
        await settle()
        const left = until - clock().monotonic()
        const next = clock().nextTimerInMs()
        if (next === null || next > left) return clock().advance(left)
        clock().advance(next)
      }
    },
  }
}
