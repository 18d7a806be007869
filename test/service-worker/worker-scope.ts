/** What a service worker's script sees of its browser, played by hand. */
import { onTestFinished, vi } from 'vitest'

/** An event that reached the script. */
export interface Fired {
  /** How the work that the script asked to be waited for ended; empty when it asked for none. */
  readonly ends: Promise<PromiseSettledResult<unknown>[]>
  readonly works: number
}

/** The global scope of a worker. */
export interface WorkerScope {
  fire(type: string, members?: object): Fired
  /** The tags that were registered. */
  readonly registered: readonly string[]
  listeners(): number
}

/** Stands in for the globals, until the registries of the test are closed: to be called before they are made. */
export function stubWorkerScope(): WorkerScope {
  const listeners = new Map<string, Set<(event: object) => void>>()
  const registered: string[] = []
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('addEventListener', (type: string, listener: (event: object) => void) => {
    const heard = listeners.get(type) ?? new Set()
    listeners.set(type, heard)
    heard.add(listener)
  })
  vi.stubGlobal('removeEventListener', (type: string, listener: (event: object) => void) => {
    listeners.get(type)?.delete(listener)
  })
  vi.stubGlobal('registration', {
    sync: { register: async (tag: string) => void registered.push(tag) },
  })
  return {
    registered,
    listeners: () => [...listeners.values()].reduce((sum, heard) => sum + heard.size, 0),
    fire(type, members = {}) {
      const works: Promise<unknown>[] = []
      const event = { ...members, waitUntil: (work: Promise<unknown>) => void works.push(work) }
      for (const listener of listeners.get(type) ?? []) listener(event)
      return { ends: Promise.allSettled(works), works: works.length }
    },
  }
}
