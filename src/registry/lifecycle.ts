/** What the page or worker goes through, as the registry hears it. */
import type { Signal } from '../model/choose-due.ts'
import type { Clock } from '../port/clock.ts'
import type { Environment, LifeSignal } from '../port/environment.ts'

/** For so long after a resume the network may not be there yet, ms. */
const settlingMs = 5_000

/** What is done on what happens. */
export interface LifecycleListener {
  /** Something that may end a wait. */
  onSignal(signal: Signal): void
  /** The agent is awake, or about to sleep: leases are renewed, others' looked at. */
  onWake(): void
  /** The page is shown again after it may have been away. */
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
  listener: LifecycleListener,
): Lifecycle {
  let resumedAt = Number.NEGATIVE_INFINITY

  function resumed(signal: Signal): void {
    resumedAt = clock.monotonic()
    listener.onWake()
    listener.onSignal(signal)
  }

  const handlers: Partial<Record<LifeSignal, () => void>> = {
    visible() {
      listener.onReturn()
      resumed('foreground')
    },
    resume() {
      listener.onShown()
      resumed('resume')
    },
    hidden: () => listener.onWake(),
    online() {
      listener.onReturn()
      listener.onWake()
      listener.onSignal('online')
    },
    pageshow() {
      listener.onShown()
      resumed('foreground')
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
