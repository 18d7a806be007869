/** When may runs start and go on in an agent that lives by the browser's events, as a service worker does? */
import type { Clock, Timer } from '../port/clock.ts'

/** A run that has made no commit since the time was over is told to stop so much later, ms. */
const untilAbortMs = 5_000
/** Its stage may take so long to return, and its settle a little longer, ms. */
const untilEndMs = untilAbortMs + 11_000

/** What happens at the end of the time. */
export interface EventWindowDeps {
  readonly clock: Clock
  /** Whether runs go on only during events; elsewhere they may always. */
  readonly isByEvent: boolean
  /** What may start here may be another now. */
  onChange(): void
  /** Each run is to stop. */
  onAbort(): void
}

/** The time of one event. */
export interface Opening {
  /** Resolves when its time is over, and that of stopping, too; or when it was closed. */
  readonly ended: Promise<void>
  close(): void
}

/** The time in which something may run here. */
export interface EventWindow {
  isOpen(): boolean
  /** How long it is open for, ms; infinite where runs do not depend on events. */
  remainingMs(): number
  /** Opens it for at least so long. */
  open(budgetMs: number): Opening
  /** Closes every opening. */
  stop(): void
}

/** Makes it, closed where there has to be an event. */
export function createEventWindow(deps: EventWindowDeps): EventWindow {
  const { clock, isByEvent } = deps
  const openings = new Set<{ readonly overAt: number; readonly close: () => void }>()
  let timer: Timer | null = null

  function remainingMs(): number {
    if (!isByEvent) return Number.POSITIVE_INFINITY
    let overAt = Number.NEGATIVE_INFINITY
    for (const opening of openings) overAt = Math.max(overAt, opening.overAt)
    return Math.max(0, overAt - clock.monotonic())
  }

  function after(ms: number, next: () => void): void {
    timer?.cancel()
    timer = clock.setTimer(ms, next)
  }

  /** Runs stop when the last event is over: which of them they were started in does not matter. */
  function plan(): void {
    after(remainingMs(), () => {
      deps.onChange()
      after(untilAbortMs, deps.onAbort)
    })
  }

  return {
    isOpen: () => remainingMs() > 0,
    remainingMs,
    open(budgetMs) {
      let end: () => void = () => undefined
      const ended = new Promise<void>(resolve => {
        end = resolve
      })
      // By the monotonic clock.
      const opening = { overAt: clock.monotonic() + budgetMs, close }
      const limit = clock.setTimer(budgetMs + untilEndMs, close)

      function close(): void {
        if (!openings.delete(opening)) return
        limit.cancel()
        end()
        if (openings.size === 0) timer?.cancel()
        else if (remainingMs() > 0) plan()
        deps.onChange()
      }

      openings.add(opening)
      plan()
      deps.onChange()
      return { ended, close }
    },
    stop() {
      for (const { close } of openings) close()
    },
  }
}
