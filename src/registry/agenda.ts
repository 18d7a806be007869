/** What becomes due by time or signal, with one timer for all keys of an agent. */
import type { Signal } from '../model/choose-due.ts'
import { compareInLine } from '../model/line.ts'
import type { Clock, Timer } from '../port/clock.ts'
import { createDueWork, type DueWork, type DueWorkDeps, lookAtLeastMs, noWork } from './due-work.ts'
import type { KnownKey } from './mirror.ts'
import { createTimers } from './timers.ts'
import { createUnheardSignals, type Heard } from './unheard-signals.ts'
import { againMs } from './waits.ts'

/** What the agenda asks of its agent. */
export interface AgendaDeps extends DueWorkDeps {
  readonly clock: Clock
  /** The store failed, and rests: what is due is looked at when it is back. */
  isResting(): boolean
  /** It is known what is due next: whether anything is now may be another answer. */
  onPlanned(): void
  onError(error: unknown): void
}

/** The agenda of an agent. */
export interface Agenda {
  /** Something changed: the timer may have to move. */
  plan(): void
  /** Looks at all keys for what the signal ends. */
  look(signal: Signal): void
  /** Whether something is being done, or will be in this very instant. */
  isBusy(): boolean
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
  const unheard = createUnheardSignals()

  function look(signal: Signal): void {
    if (stopped || !runner.mayAcquire()) return
    const now = clock.now()
    if (signal !== 'time') unheard.hear(mirror.keys(), { signal, at: now })
    if (deps.isResting()) return
    const line = [...mirror.keys()].sort((a, b) => compareInLine(a.record, b.record))
    for (const known of line) {
      const { work } = lookAt(known, now)
      const heard = isOpen(known) ? unheard.take(known.key) : null
      if (work) occupy(known, work, heard)
    }
    plan()
  }

  /** One thing at a time for a key. */
  function isOpen({ key, loaded }: KnownKey): boolean {
    return loaded && !busy.has(key)
  }

  function lookAt(known: KnownKey, now: number): DueWork {
    return isOpen(known) ? inspect(known, unheard.of(known, now), now) : noWork
  }

  function occupy(known: KnownKey, work: () => Promise<unknown>, heard: Heard | null): void {
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
        unheard.giveBack(key, heard)
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
    for (const known of !runner.mayAcquire() || deps.isResting() ? [] : mirror.keys()) {
      const { nextAt } = lookAt(known, now)
      if (nextAt === null) continue
      pending = true
      at = Math.min(at, nextAt)
    }
    setTimer(pending ? Math.min(at, now + lookAtLeastMs) : null, now)
    deps.onPlanned()
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
    isBusy: () => planned || busy.size > 0 || (timer !== null && timerAt <= clock.now()),
    stop() {
      stopped = true
      timers.stop()
      timer?.cancel()
      timer = null
    },
  }
}
