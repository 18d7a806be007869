/** Ends an attempt that does not move any more, or takes too long, although it renews. */
import type { Timer } from '../port/clock.ts'
import type { RunDeps } from './deps.ts'
import type { Holding } from './holding.ts'

/** Watches one attempt. */
export interface Watchdog {
  /** When `maxRunMs`, or the event that it runs in, ends the attempt, epoch ms; `null` without a limit. */
  readonly deadlineAt: number | null
  /** The attempt committed or told of progress. */
  moved(): void
  /** It committed and has more to do: when the time of the event is over it stops here, at a checkpoint. */
  leaveWhenOver(): boolean
  stop(): void
}

/** Starts watching. */
export function createWatchdog(
  { clock, absence, remainingMs }: Pick<RunDeps, 'clock' | 'absence' | 'remainingMs'>,
  holding: Holding,
): Watchdog {
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

  const leftMs = Math.min(maxRunMs ?? Number.POSITIVE_INFINITY, remainingMs())

  look()
  return {
    deadlineAt: leftMs === Number.POSITIVE_INFINITY ? null : clock.now() + leftMs,
    moved() {
      movedAt = clock.monotonic()
    },
    leaveWhenOver() {
      const isOver = remainingMs() <= 0
      if (isOver) holding.abort('closing')
      return isOver
    },
    stop() {
      timer?.cancel()
    },
  }
}
