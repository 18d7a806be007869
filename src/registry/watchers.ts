/** Watches each running key that this agent could go on with, as long as another holds it. */
import { type Watcher, type WatcherDeps, createWatcher } from '../lease/watcher.ts'
import type { KnownKey } from './mirror.ts'

/** The watchers of an agent. */
export interface Watchers {
  /** The key changed, or what this agent may do did. */
  update(known: KnownKey): void
  /** The agent woke up or became visible: look now. */
  look(): void
  stop(): void
}

/** Makes them; `depsFor` is `null` for a key that this agent must not take over. */
export function createWatchers(
  agent: string,
  depsFor: (known: KnownKey) => WatcherDeps | null,
): Watchers {
  const watchers = new Map<string, Watcher>()
  let stopped = false

  function drop(key: string): void {
    watchers.get(key)?.stop()
    watchers.delete(key)
  }

  return {
    update(known) {
      const lease = known.record?.lease
      const watcher = watchers.get(known.key)
      const deps = lease && lease.agent !== agent && !stopped ? depsFor(known) : null
      if (!lease || !deps) drop(known.key)
      else if (watcher) watcher.update(lease)
      else watchers.set(known.key, createWatcher(deps, lease))
    },
    look() {
      for (const watcher of watchers.values()) watcher.look()
    },
    stop() {
      stopped = true
      for (const key of watchers.keys()) drop(key)
    },
  }
}
