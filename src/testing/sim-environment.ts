/** The surroundings of one simulated agent. */
import type { AgentKind } from '../model/lease.ts'
import type { Environment, LifeSignal } from '../port/environment.ts'

/** An environment whose state is set by hand. */
export interface SimEnvironment extends Environment {
  setVisible(visible: boolean): void
  setOnline(online: boolean): void
  /** Calls the listeners of a signal. */
  emit(signal: LifeSignal): void
}

/**
 * Makes an agent that is online, and visible unless it is a service worker; `notes` are what the pages of its
 * origin leave each other.
 */
export function createSimEnvironment(
  label: string,
  startTask: (work: () => void) => void,
  notes: Map<string, string> = new Map(),
  kind: AgentKind = 'tab',
): SimEnvironment {
  const listeners = new Map<LifeSignal, Set<() => void>>()
  let visible = kind !== 'service-worker'
  let online = true
  return {
    kind,
    label: () => label,
    isVisible: () => visible,
    isOnline: () => online,
    startTask,
    leaveNote: (noteName, note) => void notes.set(noteName, note),
    readNote: noteName => notes.get(noteName) ?? null,
    listen(signal, listener) {
      const heard = listeners.get(signal) ?? new Set()
      listeners.set(signal, heard)
      const mine = (): void => listener()
      heard.add(mine)
      return () => void heard.delete(mine)
    },
    setVisible(next) {
      visible = next
    },
    setOnline(next) {
      online = next
    },
    emit(signal) {
      for (const listener of [...(listeners.get(signal) ?? [])]) listener()
    },
  }
}
