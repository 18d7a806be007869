/** Watches each running key, as long as another agent holds it; takes over what this one could go on with. */
import type { Absence } from '../lease/absence.ts'
import { createWatcher, type Watcher } from '../lease/watcher.ts'
import type { Lease } from '../model/lease.ts'
import type { OwnedKey } from '../model/message.ts'
import type { Clock } from '../port/clock.ts'
import type { Environment } from '../port/environment.ts'
import type { Presence } from '../port/presence.ts'
import type { Farewells } from './farewells.ts'
import type { Hub } from './hub.ts'
import type { Ledger } from './ledger.ts'
import type { KnownKey, Mirror } from './mirror.ts'
import type { RunTarget } from './run-target.ts'
import type { Runner } from './runner.ts'

/** What watching needs of its agent. */
export interface WatchersDeps {
  readonly agent: string
  readonly clock: Clock
  readonly presence: Presence
  readonly absence: Absence
  readonly environment: Environment
  readonly hub: Hub
  readonly farewells: Farewells
  readonly ledger: Ledger
  readonly mirror: Mirror
  readonly runner: Runner
  /** What may be run of a key; `null` when this agent has no such task or the user is not signed in. */
  target(known: KnownKey): RunTarget | null
  /** How long a takeover of the key waits, whoever may make it, ms. */
  graceMs(known: KnownKey): number
  isClosed(): boolean
  onTakeover(key: string): void
}

/** The watchers of an agent. */
export interface Watchers {
  /** The key changed, or what this agent may do did. */
  update(known: KnownKey): void
  /** The agent woke up or became visible: look now. */
  look(): void
  /** An owner that answers. */
  hearPong(run: OwnedKey): void
  /** Owners that leave by themselves. */
  hearBye(runs: readonly OwnedKey[]): void
  /** Nothing is watched, until keys are updated again. */
  stop(): void
}

/** Makes them; nothing is watched yet. */
export function createWatchers(deps: WatchersDeps): Watchers {
  const { clock, presence, environment, hub, farewells, ledger, mirror, runner } = deps
  const watchers = new Map<string, { readonly watcher: Watcher; readonly mayRun: boolean }>()

  function drop(key: string): void {
    watchers.get(key)?.watcher.stop()
    watchers.delete(key)
  }

  function watcherOf(known: KnownKey, target: RunTarget | null, lease: Lease): Watcher {
    const { key } = known
    return createWatcher(
      {
        clock,
        presence,
        // Who may not take over waits as long as those do who may, before it says that nobody did.
        graceMs: deps.graceMs(known),
        isVisible: () => environment.isVisible(),
        isProven: other => hub.hasHeard(other),
        ping: ({ owner, fence }) => hub.send({ type: 'ping', key, owner, fence }),
        refresh: () => ledger.automatic.load(known),
        onGone: () => mirror.lost(key),
        takeOver:
          target &&
          (async (evidence, heardBye) => {
            // Somebody else has room for it; a cancelled one needs none.
            if (!runner.hasRoom(key) && !known.record?.run?.cancel) return
            const handOver = heardBye || farewells.wasSaidBy(evidence.owner)
            const { acquired } = await runner.goOn(target, { evidence, handOver })
            if (acquired) deps.onTakeover(key)
          }),
      },
      lease,
    )
  }

  return {
    update(known) {
      const { key } = known
      const lease = known.record?.lease
      const isOthers = lease != null && lease.agent !== deps.agent
      if (!isOthers || deps.absence.isAway() || deps.isClosed()) return drop(key)
      const target = runner.mayAcquire() ? deps.target(known) : null
      const mayRun = target !== null
      const before = watchers.get(key)
      before?.watcher.update(lease)
      if (before?.mayRun === mayRun) return
      // A goodbye is said once: who may go on from now on was not the one who heard it.
      const leaving = before?.watcher.leaving()
      drop(key)
      const watcher = watcherOf(known, target, lease)
      if (leaving) watcher.hearBye(leaving.owner, leaving.fence)
      watchers.set(key, { watcher, mayRun })
    },
    look() {
      for (const { watcher } of watchers.values()) watcher.look()
    },
    hearPong({ key, owner, fence }) {
      watchers.get(key)?.watcher.hearPong(owner, fence)
    },
    hearBye(runs) {
      for (const { key, owner, fence } of runs) watchers.get(key)?.watcher.hearBye(owner, fence)
    },
    stop() {
      for (const key of watchers.keys()) drop(key)
    },
  }
}
