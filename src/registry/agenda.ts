/** What becomes due by time or signal, with one timer for all keys of an agent. */
import type { Signal } from '../model/choose-due.ts'
import { compareInLine } from '../model/line.ts'
import type { Clock, Timer } from '../port/clock.ts'
import { createDueWork, type DueWork, type DueWorkDeps, lookAtLeastMs, noWork } from './due-work.ts'
import type { KnownKey } from './mirror.ts'
import { createTimers } from './timers.ts'
import { againMs } from './waits.ts'

/** What the agenda asks of its agent. */
export interface AgendaDeps extends DueWorkDeps {
  readonly clock: Clock
  /** The store failed, and rests: what is due is looked at when it is back. */
  isResting(): boolean
  onError(error: unknown): void
}

/** The agenda of an agent. */
export interface Agenda {
  /** Something changed: the timer may have to move. */
  plan(): void
  /** Looks at all keys for what the signal ends. */
  look(signal: Signal): void
  stop(): void
}

/** Makes an empty agenda. */
export function createAgenda(deps: AgendaDeps): Agenda {
  const { clock, mirror, runner } = deps
  const inspect = createDueWork(deps)
  const busy = new Set<string>()
  const timers = createTimers(clock)
  let timer: Timer | null = null
  let timerAt = 0
  let planned = false
  let stopped = false
  /** What was heard while the store rested ends waits when it is back. */
  let missed: Signal | null = null

  function look(heard: Signal): void {
    if (stopped || runner.isStopped()) return
    const signal = heard === 'time' ? (missed ?? heard) : heard
    const isResting = deps.isResting()
    missed = isResting && signal !== 'time' ? signal : null
    if (isResting) return
    const now = clock.now()
    const line = [...mirror.keys()].sort((a, b) => compareInLine(a.record, b.record))
    for (const known of line) {
      const { work } = lookAt(known, signal, now)
      if (work) occupy(known, work)
    }
    plan()
  }

  /** One thing at a time for a key. */
  function lookAt(known: KnownKey, signal: Signal, now: number): DueWork {
    return busy.has(known.key) ? noWork : inspect(known, signal, now)
  }

  function occupy(known: KnownKey, work: () => Promise<unknown>): void {
    const { key } = known
    const version = known.record?.version
    busy.add(key)
    const free = (): void => {
      busy.delete(key)
      plan()
    }
    work().then(
      // What changed nothing would be found due again in the same instant.
      () => (known.record?.version === version ? timers.after(againMs, free) : free()),
      (error: unknown) => {
        deps.onError(error)
        timers.after(againMs, free)
      },
    )
  }

  /** Many keys change in one go: the timer is computed once, after all of them. */
  function plan(): void {
    if (planned || stopped) return
    planned = true
    queueMicrotask(() => {
      planned = false
      if (!stopped) replan()
    })
  }

  function replan(): void {
    const now = clock.now()
    let at = Number.POSITIVE_INFINITY
    let pending = false
    for (const known of runner.isStopped() || deps.isResting() ? [] : mirror.keys()) {
      const { nextAt } = lookAt(known, 'time', now)
      if (nextAt === null) continue
      pending = true
      at = Math.min(at, nextAt)
    }
    setTimer(pending ? Math.min(at, now + lookAtLeastMs) : null, now)
  }

  function setTimer(at: number | null, now: number): void {
    // A timer that is early enough stays: it finds nothing due and plans again.
    if (timer && at !== null && timerAt <= at && timerAt > now) return
    timer?.cancel()
    timer = null
    if (at === null) return
    timerAt = at
    timer = clock.setTimer(Math.max(0, at - now), () => {
      timer = null
      look('time')
    })
  }

  return {
    plan,
    look,
    stop() {
      stopped = true
      timers.stop()
      timer?.cancel()
      timer = null
    },
  }
}
