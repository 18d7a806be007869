/** What becomes due by time or signal, with one timer for all keys of an agent. */
import { chooseDue, nextDueAt, type Signal } from '../model/choose-due.ts'
import { lookAtSlots, type Schedule } from '../model/schedule.ts'
import { isCurrent } from '../model/epoch.ts'
import { decideArming } from '../model/schedule-arming.ts'
import { emptyRecord, slotOf, type TaskRecord } from '../model/record.ts'
import { chooseRow } from '../model/trigger-table.ts'
import type { DueSlot } from '../model/trigger.ts'
import type { Clock, Timer } from '../port/clock.ts'
import type { KnownKey, Mirror } from './mirror.ts'
import type { RunTarget } from './run-target.ts'
import type { Runner } from './runner.ts'
import { createTimers } from './timers.ts'
import { createUnheardSignals, type Heard } from './unheard-signals.ts'

/** Nothing that is pending goes unlooked at for longer, ms. */
const lookAtLeastMs = 30_000
/** What failed or changed nothing is looked at again after this time, ms. */
const againMs = 1_000

/** What the agenda asks of its agent. */
export interface AgendaDeps {
  readonly clock: Clock
  readonly mirror: Mirror
  readonly runner: Runner
  isOnline(): boolean
  /** The gate of the task, as it answers now. */
  gate(target: RunTarget): true | string
  /** The store failed, and rests: what is due is looked at when it is back. */
  isResting(): boolean
  /** What may be run of a key; `null` when this agent has no such task or the user is not signed in. */
  target(known: KnownKey): RunTarget | null
  schedules(target: RunTarget): readonly Schedule[]
  fireSlot(target: RunTarget, slot: DueSlot): Promise<unknown>
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

interface Inspected {
  readonly work: (() => Promise<unknown>) | null
  readonly nextAt: number | null
}

const nothing: Inspected = { work: null, nextAt: null }

function isLeft(
  target: RunTarget,
  record: TaskRecord | null,
  slot: DueSlot,
  facts: { readonly online: boolean; readonly gate: true | string },
  now: number,
): boolean {
  const request = { source: 'schedule', byUser: false, brings: 'nothing', slot } as const
  const known = record ?? emptyRecord(target, 0, 0)
  const { policy } = target.definition
  return chooseRow(known, request, { ...facts, settling: false }, policy, now).effect === 'leave'
}

/** Makes an empty agenda. */
export function createAgenda(deps: AgendaDeps): Agenda {
  const { clock, mirror, runner } = deps
  const busy = new Set<string>()
  const timers = createTimers(clock)
  let timer: Timer | null = null
  let timerAt = 0
  let planned = false
  let stopped = false
  const unheard = createUnheardSignals()

  function look(signal: Signal): void {
    if (stopped || runner.isStopped()) return
    const now = clock.now()
    if (signal !== 'time') unheard.hear(mirror.keys(), { signal, at: now })
    if (deps.isResting()) return
    for (const known of mirror.keys()) {
      const { work } = inspect(known, now)
      const heard = isOpen(known) ? unheard.take(known.key) : null
      if (work) occupy(known, work, heard)
    }
    plan()
  }

  function isOpen({ key, loaded }: KnownKey): boolean {
    return loaded && !busy.has(key)
  }

  /** What can be done for a key now, and when to look again; `null` when nothing of it is pending. */
  function inspect(known: KnownKey, now: number): Inspected {
    const { key, record } = known
    const target = deps.target(known)
    if (!target || !isOpen(known) || runner.isStuck(key)) return nothing
    // A run of this agent goes on by itself; slots that it serves are written down meanwhile.
    const isOurs = runner.holding(key) !== undefined
    const user = mirror.user(known.userId)
    const facts = { online: deps.isOnline(), gate: deps.gate(target) }
    const { policy } = target.definition
    const { signal, at } = unheard.of(known, now)
    if (record && !isOurs && chooseDue(record, user, facts, policy, signal, now)) {
      const { run, fence } = record
      const retryOf = run?.wait ? { retryOf: { runId: run.runId, fence, at } } : {}
      return { work: () => runner.goOn(target, { signal, ...retryOf }), nextAt: now }
    }
    // What is left of an earlier sign-in is signed out, and holds nothing up.
    const current = record && isCurrent(record, user) ? record : null
    // What is due by its date but held up by something else ends with an event, or at a later look.
    const later = (at: number): number => (at <= now ? now + lookAtLeastMs : at)
    const dueAt = record && !isOurs ? nextDueAt(record, user) : null
    let nextAt = dueAt === null ? null : later(dueAt)
    for (const schedule of deps.schedules(target)) {
      const queues = schedule.missed === 'all'
      const slots = lookAtSlots(
        schedule,
        (record && slotOf(record, schedule.id)) ?? null,
        user?.signedInAt ?? 0,
        now,
      )
      if (slots.isUnarmed) return { work: () => arm(target), nextAt: now }
      const { due, passedOver } = slots
      const slot = due && { id: schedule.id, ...due, queues, passedOver }
      // What would be left to its schedule is not asked for: it would be due again at once.
      if (slot && !isLeft(target, current, slot, facts, now))
        return { work: () => deps.fireSlot(target, slot), nextAt: now }
      nextAt = Math.min(nextAt ?? slots.nextAt, due ? now + lookAtLeastMs : slots.nextAt)
    }
    return { work: null, nextAt }
  }

  /** Schedules of the wall clock have no past: from when on they have one is written down. */
  function arm(target: RunTarget): Promise<unknown> {
    const schedules = deps.schedules(target)
    return runner.attempt(target, {
      decide: (state, facts) => decideArming(state, target, schedules, facts),
      willAcquire: false,
    })
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
    for (const known of runner.isStopped() || deps.isResting() ? [] : mirror.keys()) {
      const { nextAt } = inspect(known, now)
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
