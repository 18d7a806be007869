/** What the code of a page finds in a browser, as far as it asks for it; nothing of it happens by itself. */
import { createGate } from '../registry/faulty-store.ts'

/** An element: whatever is set on it stays. */
export type FakeElement = Record<string, unknown> & { onclick?: () => unknown }

/** A browser's globals, and what the code made of them. */
export interface FakeBrowser {
  readonly elements: FakeElement[]
  readonly logged: unknown[][]
  /** Where the code sent its page. */
  readonly addresses: string[]
  readonly stored: Map<string, string>
  /** Goes on with what waits for a time-out. */
  passTimeouts(): void
  /** From now on time-outs pass at once. */
  endTimeouts(): void
  readonly globals: Readonly<Record<string, unknown>>
}

/** Makes a browser in which nobody holds a lock, and time-outs wait until the test lets them pass. */
export function createFakeBrowser(): FakeBrowser {
  const elements: FakeElement[] = []
  const logged: unknown[][] = []
  const addresses: string[] = []
  const stored = new Map<string, string>()
  let timeouts = createGate()
  const target = { addEventListener: () => undefined, visibilityState: 'visible' }
  return {
    elements,
    logged,
    addresses,
    stored,
    passTimeouts() {
      timeouts.open()
      timeouts = createGate()
    },
    endTimeouts() {
      timeouts.open()
    },
    globals: {
      addEventListener: target.addEventListener,
      confirm: () => true,
      connection: { isMetered: false },
      console: { log: (...values: unknown[]) => logged.push(values) },
      document: {
        ...target,
        body: { replaceChildren: () => undefined },
        createElement() {
          const element: FakeElement = {}
          elements.push(element)
          return element
        },
      },
      localStorage: {
        getItem: (name: string) => stored.get(name) ?? null,
        setItem: (name: string, value: string) => stored.set(name, value),
        removeItem: (name: string) => stored.delete(name),
      },
      location: { replace: (address: string) => addresses.push(address) },
      navigator: {
        onLine: true,
        locks: {
          request: (_name: string, _options: object, work: (lock: object) => unknown) => work({}),
        },
      },
      setInterval: () => 0,
      setTimeout: (resume: () => void) => void timeouts.opened.then(resume),
    },
  }
}
