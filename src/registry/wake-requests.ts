/** When does a page ask the browser to wake the app's service worker? */
import { leftForLater } from '../model/left-for-later.ts'
import type { Background } from '../port/background.ts'
import type { Clock } from '../port/clock.ts'
import type { Environment } from '../port/environment.ts'
import type { KnownKey, Mirror } from './mirror.ts'

/** The page around it. */
export interface WakeRequestsDeps {
  readonly name: string
  readonly background: Background | null
  readonly clock: Clock
  readonly environment: Environment
  readonly mirror: Mirror
}

/** Asks the browser for events. */
export interface WakeRequests {
  /** This page has put something of the key off. */
  putOff(key: string): void
  stop(): void
}

/** Makes it; when the page is hidden, which may be its end, it asks for whatever is left. */
export function createWakeRequests(deps: WakeRequestsDeps): WakeRequests {
  const { background, mirror } = deps
  /** By key, what an event was asked for: as long as it waits, the browser's own repeats are enough. */
  const asked = new Map<string, string>()

  function leftOf(known: KnownKey) {
    return leftForLater(known.record, mirror.user(known.userId), deps.clock.now())
  }

  function ask(): void {
    background?.ask?.(deps.name)
  }

  function onHidden(): void {
    if ([...mirror.keys()].some(known => leftOf(known) !== null)) ask()
  }

  // Of a page that ends in this very moment the request may not get out any more.
  const stopListening = background?.ask ? deps.environment.listen('hidden', onHidden) : null

  return {
    putOff(key) {
      const known = mirror.get(key)
      if (!known || leftOf(known) !== 'waits') return
      const { run, deferred } = known.record ?? {}
      const runId = run?.runId ?? deferred?.runId ?? ''
      if (asked.get(key) === runId) return
      asked.set(key, runId)
      ask()
    },
    stop: () => stopListening?.(),
  }
}
