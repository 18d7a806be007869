/** What the page or worker goes through, as the registry hears it. */
import type { Signal } from '../model/choose-due.ts'
import type { Absence } from '../lease/absence.ts'
import type { Clock } from '../port/clock.ts'
import type { Environment, LifeSignal } from '../port/environment.ts'

/** For so long after a resume the network may not be there yet, ms. */
const settlingMs = 5_000
/** A return is told by up to four events within this time, ms. */
const onceWithinMs = 500

/** What is done on what happens. */
export interface LifecycleListener {
  /** Something that may end a wait. */
  onSignal(signal: Signal): void
  /** The agent is awake, or about to sleep: leases are renewed, others' looked at. */
  onWake(): void
  /** The page is being hidden away, or ends. */
  onLeave(): void
  /** The page is shown again after it may have been away: it is awake, and missed what was said. */
  onShown(): void
  /** Somebody returned, or the network did: messages may have been missed, what is stored counts. */
  onReturn(): void
}

/** Listens until it is stopped. */
export interface Lifecycle {
  /** Whether the page or device resumed a moment ago. */
  resumedLately(): boolean
  stop(): void
}

/** Starts listening. */
export function createLifecycle(
  environment: Environment,
  clock: Clock,
  absence: Absence,
  listener: LifecycleListener,
): Lifecycle {
  let resumedAt = Number.NEGATIVE_INFINITY
  let shownAt = Number.NEGATIVE_INFINITY

  function wasShownLately(): boolean {
    return clock.monotonic() - shownAt < onceWithinMs
  }

  function shown(): void {
    if (!absence.isAway() && wasShownLately()) return listener.onReturn()
    shownAt = clock.monotonic()
    listener.onShown()
  }

  function resumed(signal: Signal): void {
    resumedAt = clock.monotonic()
    listener.onSignal(signal)
  }

  const handlers: Partial<Record<LifeSignal, () => void>> = {
    pagehide: () => listener.onLeave(),
    visible() {
      if (absence.isAway()) shown()
      else {
        listener.onReturn()
        if (!wasShownLately()) listener.onWake()
      }
      resumed('foreground')
    },
    resume() {
      shown()
      resumed('resume')
    },
    pageshow() {
      shown()
      resumed('foreground')
    },
    hidden() {
      // Also told on the way into the back-forward cache, where a renewal would not land.
      if (!absence.isAway()) listener.onWake()
    },
    online() {
      if (absence.isAway()) return
      listener.onReturn()
      listener.onWake()
      listener.onSignal('online')
    },
  }
  const stops = Object.entries(handlers).map(([signal, handler]) =>
    environment.listen(signal as LifeSignal, handler),
  )
  return {
    resumedLately: () => clock.monotonic() - resumedAt < settlingMs,
    stop() {
      for (const stop of stops) stop()
    },
  }
}
