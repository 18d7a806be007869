/** What was the platform asked for? Counts every call of this page, whoever makes it. */
import type { Counts } from './window.ts'

const counted = { writes: 0, reads: 0, locks: 0, messages: 0, timers: 0, fired: 0 }

/** The counts so far. */
export function countsNow(): Counts {
  return { ...counted }
}

/** What was added since `before`. */
export function countsSince(before: Counts): Counts {
  return {
    writes: counted.writes - before.writes,
    reads: counted.reads - before.reads,
    locks: counted.locks - before.locks,
    messages: counted.messages - before.messages,
    timers: counted.timers - before.timers,
    fired: counted.fired - before.fired,
  }
}

const waits = ['setTimeout', 'setInterval', 'requestAnimationFrame', 'requestIdleCallback'] as const

/** Counts from now on; called before any library is loaded. */
export function installCounts(): void {
  around(IDBDatabase.prototype, 'transaction', (_stores, mode) => {
    counted[mode === 'readwrite' ? 'writes' : 'reads'] += 1
  })
  around(LockManager.prototype, 'request', () => {
    counted.locks += 1
  })
  for (const { prototype } of [BroadcastChannel, MessagePort]) {
    around(prototype, 'postMessage', () => {
      counted.messages += 1
    })
  }
  // Not in every browser.
  const scheduler: unknown = Reflect.get(window, 'scheduler')
  if (scheduler) {
    around(Object.getPrototypeOf(scheduler) as object, 'postTask', () => {
      counted.timers += 1
    })
  }
  around(AbortSignal, 'timeout', () => {
    counted.timers += 1
  })
  for (const name of waits) {
    const original = window[name] as (work: unknown, ...rest: unknown[]) => number
    Object.defineProperty(window, name, {
      configurable: true,
      writable: true,
      value: (work: unknown, ...rest: unknown[]) => {
        counted.timers += 1
        const fire = (...args: unknown[]): unknown => {
          counted.fired += 1
          return (work as (...args: unknown[]) => unknown)(...args)
        }
        return original.call(window, fire, ...rest)
      },
    })
  }
}

function around(owner: object, name: string, note: (...args: readonly unknown[]) => void): void {
  const original = Reflect.get(owner, name) as (...args: unknown[]) => unknown
  Object.defineProperty(owner, name, {
    configurable: true,
    writable: true,
    value(this: unknown, ...args: unknown[]) {
      note(...args)
      return original.apply(this, args)
    },
  })
}
