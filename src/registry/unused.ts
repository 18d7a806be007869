/** A lease of this agent that it never used: its acquisition landed, but was reported as failed. */
import type { Clock } from '../port/clock.ts'
import type { KnownKey } from './mirror.ts'
import type { RunTarget } from './run-target.ts'
import type { Runner } from './runner.ts'
import { createTimers } from './timers.ts'
import { againMs } from './waits.ts'

/** What looking for them needs. */
export interface UnusedDeps {
  readonly agent: string
  readonly clock: Clock
  readonly runner: Runner
  /** What may be run of a key; `null` when this agent has no such task or the user is not signed in. */
  target(known: KnownKey): RunTarget | null
}

/** Finds them. */
export interface Unused {
  /** The key changed, or is free again in this agent: a lease that nobody uses is taken up. */
  update(known: KnownKey): void
  stop(): void
}

/**
 * Makes it. Without it such a lease would be held until this agent dies: nobody renews it, and
 * nobody else knows that it may be taken.
 */
export function createUnused({ agent, clock, runner, target }: UnusedDeps): Unused {
  const busy = new Set<string>()
  const timers = createTimers(clock)

  function update(known: KnownKey): void {
    const { key, record } = known
    const lease = record?.lease
    if (lease?.agent !== agent || busy.has(key) || !runner.mayAcquire() || runner.isStuck(key))
      return
    // A decision under way may be the one that acquired it; its answer comes.
    const found = runner.isBusyWith(key) ? null : target(known)
    if (!found) return
    const { owner, fence } = lease
    busy.add(key)
    const again = (): void => {
      busy.delete(key)
      update(known)
    }
    void runner.goOn(found, { evidence: { kind: 'unused', owner, fence }, handOver: true }).then(
      () => (known.record === record ? timers.after(againMs, again) : again()),
      () => timers.after(againMs, again),
    )
  }

  return { update, stop: timers.stop }
}
