/** A clock whose timers all rest while the page is hidden away, and go on when it is shown again. */
import type { Clock, Timer } from '../port/clock.ts'

/** The clock of an agent. */
export interface PausableClock extends Clock {
  /** No timer is left with the platform, and none fires. */
  pause(): void
  /** What fell due meanwhile fires at once. */
  goOn(): void
}

interface Resting {
  readonly dueAt: number
  readonly fire: () => void
  /** `null` while the clock is paused. */
  timer: Timer | null
}

/** Makes it over the clock that measures. */
export function createPausableClock(clock: Clock): PausableClock {
  const timers = new Set<Resting>()
  let paused = false

  function start(entry: Resting): void {
    entry.timer = clock.setTimer(Math.max(0, entry.dueAt - clock.monotonic()), () => {
      timers.delete(entry)
      entry.fire()
    })
  }

  return {
    now: clock.now,
    monotonic: clock.monotonic,
    setTimer(afterMs, fire) {
      const entry: Resting = { dueAt: clock.monotonic() + afterMs, fire, timer: null }
      timers.add(entry)
      if (!paused) start(entry)
      return {
        cancel() {
          timers.delete(entry)
          entry.timer?.cancel()
        },
      }
    },
    pause() {
      paused = true
      for (const entry of timers) {
        entry.timer?.cancel()
        entry.timer = null
      }
    },
    goOn() {
      if (!paused) return
      paused = false
      for (const entry of [...timers]) if (timers.has(entry)) start(entry)
    },
  }
}
