/** What can be done for a key now, without a new trigger of the app, and when is it looked at again? */
import { chooseDue, nextDueAt } from '../model/choose-due.ts'
import { isCurrent } from '../model/epoch.ts'
import { emptyRecord, type TaskRecord } from '../model/record.ts'
import { lookAtSlots, type Schedule } from '../model/schedule.ts'
import { decideArming } from '../model/schedule-arming.ts'
import { slotOf } from '../model/slot.ts'
import { chooseRow } from '../model/trigger-table.ts'
import type { DueSlot } from '../model/trigger.ts'
import type { KnownKey, Mirror } from './mirror.ts'
import type { RunTarget } from './run-target.ts'
import type { Runner } from './runner.ts'
import type { Heard } from './unheard-signals.ts'

/** Nothing that is pending goes unlooked at for longer, ms. */
export const lookAtLeastMs = 30_000

/** What it asks of its agent. */
export interface DueWorkDeps {
  readonly mirror: Mirror
  readonly runner: Runner
  isOnline(): boolean
  /** The gate of the task, as it answers now. */
  gate(target: RunTarget): true | string
  /** What may be run of a key; `null` when this agent has no such task or the user is not signed in. */
  target(known: KnownKey): RunTarget | null
  schedules(target: RunTarget): readonly Schedule[]
  /** `sessionEpoch`: the sign-in whose slots were looked at; what was due before the next one is not its own. */
  fireSlot(target: RunTarget, slot: DueSlot, sessionEpoch: number | undefined): Promise<unknown>
}

/** What was found. */
export interface DueWork {
  /** `null`: nothing can be done now. */
  readonly work: (() => Promise<unknown>) | null
  /** `null`: nothing is pending. */
  readonly nextAt: number | null
}

/** Nothing to do, nothing pending. */
export const noWork: DueWork = { work: null, nextAt: null }

/** Makes the function that looks at a key. */
export function createDueWork(
  deps: DueWorkDeps,
): (known: KnownKey, heard: Heard, now: number) => DueWork {
  const { mirror, runner } = deps

  function inspect(known: KnownKey, { signal, at }: Heard, now: number): DueWork {
    const { key, record } = known
    const target = deps.target(known)
    if (!target || runner.isStuck(key)) return noWork
    // A run of this agent goes on by itself; slots that it serves are written down meanwhile.
    const isOurs = runner.holding(key) !== undefined
    const user = mirror.user(known.userId)
    const facts = { online: deps.isOnline(), gate: deps.gate(target) }
    const { policy } = target.definition
    if (record && !isOurs && chooseDue(record, user, facts, policy, signal, now)) {
      // A place that becomes free is told of; somebody else may have one sooner.
      if (!runner.hasRoom(key)) return { work: null, nextAt: now + lookAtLeastMs }
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
      const mayQueue = !queues || runner.hasRoom(key)
      if (slot && mayQueue && !isLeft(target, current, slot, facts, now))
        return { work: () => deps.fireSlot(target, slot, user?.epoch), nextAt: now }
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

  return inspect
}

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
