/** A clock that stands still until it is told to move. */
import type { Clock, Timer } from '../port/clock.ts'

/** Wall and monotonic clock of one device, moved by hand. */
export interface ManualClock extends Clock {
  /** Moves both clocks by `ms`, and fires what falls due on the way, each timer at its own instant. */
  advance(ms: number): void
  /** Moves the wall clock alone; a negative number sets it back. No timer fires. */
  moveWall(ms: number): void
  /** Timers that have neither fired nor been cancelled. */
  timers(): number
  /** How long until the next timer, ms; `null` when there is none. */
  nextTimerInMs(): number | null
}

interface Waiting {
  readonly dueAt: number
  readonly order: number
  readonly fire: () => void
}

/**
 * Makes a clock that shows `wallAt` (epoch ms; default the first second of 2026).
 *
 * @example
 * const clock = createManualClock()
 * clock.setTimer(1_000, () => console.log('a second later'))
 * clock.advance(1_000)
 */
export function createManualClock(wallAt: number = Date.UTC(2026, 0, 1)): ManualClock {
  const waiting = new Set<Waiting>()
  let wall = wallAt
  let mono = 0
  let order = 0

  function next(): Waiting | null {
    let first: Waiting | null = null
    for (const each of waiting) {
      if (!first || each.dueAt < first.dueAt) first = each
    }
    return first
  }

  function move(ms: number): void {
    wall += ms
    mono += ms
  }

  return {
    now: () => wall,
    monotonic: () => mono,
    setTimer(afterMs, fire): Timer {
      const timer: Waiting = { dueAt: mono + wholeMs(afterMs), order: order++, fire }
      waiting.add(timer)
      return { cancel: () => void waiting.delete(timer) }
    },
    advance(ms) {
      const until = mono + Math.max(0, ms)
      for (let timer = next(); timer && timer.dueAt <= until; timer = next()) {
        move(Math.max(0, timer.dueAt - mono))
        waiting.delete(timer)
        timer.fire()
      }
      move(until - mono)
    },
    moveWall(ms) {
      wall += ms
    },
    timers: () => waiting.size,
    nextTimerInMs() {
      const timer = next()
      return timer && Math.max(0, timer.dueAt - mono)
    },
  }
}

/** Timers count whole milliseconds, and never fire early. */
export function wholeMs(ms: number): number {
  return Math.max(0, Math.ceil(ms))
}
