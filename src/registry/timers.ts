/** Timers that end together with the part that set them. */
import type { Clock, Timer } from '../port/clock.ts'

/** Sets timers until it is stopped. */
export interface Timers {
  /** Calls `fire` once, `afterMs` from now, unless all of them are stopped before. */
  after(afterMs: number, fire: () => void): void
  /** None of them fires any more, and no new one is set. */
  stop(): void
}

/** Makes it, without timers. */
export function createTimers(clock: Clock): Timers {
  const running = new Set<Timer>()
  let stopped = false
  return {
    after(afterMs, fire) {
      if (stopped) return
      const timer = clock.setTimer(afterMs, () => {
        running.delete(timer)
        fire()
      })
      running.add(timer)
    },
    stop() {
      stopped = true
      for (const timer of running) timer.cancel()
      running.clear()
    },
  }
}
