/** Who listens to the platform, and since when: its listeners are there while somebody wants them. */
import type { Environment, LifeSignal } from '../port/environment.ts'
import { eventsOf, type SignalEvent } from './signal-events.ts'

interface Installed {
  listeners: number
  readonly remove: () => void
}

/**
 * Makes the `listen` of one environment. The first listener of a signal installs the platform's,
 * the last removes it; where the platform has no such event, nothing is ever heard. A listener that
 * throws is reported as uncaught and keeps no other from being called. Stopping twice is harmless.
 */
export function createSignals(): Environment['listen'] {
  const hub = new EventTarget()
  const installed = new Map<LifeSignal, Installed>()

  const enter = (signal: LifeSignal): Installed => {
    const present = installed.get(signal)
    if (present) return present
    const fresh = { listeners: 0, remove: install(signal, hub) }
    installed.set(signal, fresh)
    return fresh
  }

  return (signal, listener) => {
    const entry = enter(signal)
    entry.listeners += 1
    // A function of its own: an event target takes the same one only once.
    const handler = (): void => listener()
    hub.addEventListener(signal, handler)
    let listening = true

    return () => {
      if (!listening) return
      listening = false
      hub.removeEventListener(signal, handler)
      entry.listeners -= 1
      if (entry.listeners > 0) return
      installed.delete(signal)
      entry.remove()
    }
  }
}

function install(signal: LifeSignal, hub: EventTarget): () => void {
  const removals = eventsOf(signal).map(event =>
    listenTo(event, () => hub.dispatchEvent(new Event(signal))),
  )
  return () => {
    for (const remove of removals) remove()
  }
}

function listenTo({ target, type, counts }: SignalEvent, emit: () => void): () => void {
  const handler = (event: Event): void => {
    if (!counts || counts(event)) emit()
  }
  target?.addEventListener?.(type, handler)
  return () => target?.removeEventListener?.(type, handler)
}
