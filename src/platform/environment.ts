/** What an agent notices of the context that it lives in, read from the real platform. */
import type { Environment } from '../port/environment.ts'
import { detectKind, readLabel } from './kind.ts'
import { systemNotes } from './notes.ts'
import { createSignals } from './signals.ts'
import { createTaskStarter } from './start-task.ts'

/**
 * The surroundings of this context. Everything is read when asked, but the kind, which does not
 * change. Listeners and the port of `startTask` belong to the returned object alone.
 */
export function systemEnvironment(): Environment {
  const kind = detectKind()
  return {
    kind,
    label: () => readLabel(kind),
    isVisible: () => kind !== 'service-worker' && isShown(),
    isOnline: () => typeof navigator === 'undefined' || reachability(navigator) !== false,
    listen: createSignals(),
    ...systemNotes(),
    startTask: createTaskStarter(),
  }
}

/** A worker has no say in it. */
function isShown(): boolean {
  return typeof document === 'undefined' || document.visibilityState !== 'hidden'
}

/** Node has a navigator since version 21, but one that says nothing of being online. */
function reachability(from: { readonly onLine?: boolean }): boolean | undefined {
  return from.onLine
}
