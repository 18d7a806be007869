/** Ends an attempt that does not move any more, or takes too long, although it renews. */
import type { Absence } from '../lease/absence.ts'
import type { Clock, Timer } from '../port/clock.ts'
import type { Holding } from './holding.ts'

/** Watches one attempt. */
export interface Watchdog {
  /** When `maxRunMs` ends the attempt, epoch ms; `null` without a limit. */
  readonly deadlineAt: number | null
  /** The attempt committed or told of progress. */
  moved(): void
  stop(): void
}

/** Starts watching. */
export function createWatchdog(clock: Clock, absence: Absence, holding: Holding): Watchdog {
  const { stallMs, maxRunMs } = holding.definition
  const begun = clock.monotonic()
  let movedAt = begun
  let absences = absence.times()
  let timer: Timer | null = null

  function look(): void {
    const now = clock.monotonic()
    if (maxRunMs !== null && now - begun >= maxRunMs) return holding.abort('run-timeout')
    // What a page does not do while it is hidden away is no stall.
    if (absences !== absence.times()) movedAt = now
    absences = absence.times()
    if (now - movedAt >= stallMs) return holding.abort('stalled')
    const untilStall = movedAt + stallMs - now
    const untilEnd = maxRunMs === null ? untilStall : begun + maxRunMs - now
    timer = clock.setTimer(Math.min(untilStall, untilEnd), look)
  }

  look()
  return {
    deadlineAt: maxRunMs === null ? null : clock.now() + maxRunMs,
    moved() {
      movedAt = clock.monotonic()
    },
    stop() {
      timer?.cancel()
    },
  }
}
