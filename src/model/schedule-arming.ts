/** The first arming of a schedule of the wall clock: from here on its slots are due. */
import { enterEpoch } from './epoch.ts'
import type { Decided, StoreState } from './facts.ts'
import type { TaskKey } from './key.ts'
import { noteTrigger, remember } from './notes.ts'
import { beginsAnew, type Schedule } from './schedule.ts'
import { slotOf } from './slot.ts'
import { isNewerSchema } from './versions.ts'

/** Whether something was written down. */
export interface ArmingResult {
  readonly armed: boolean
  /** Arming starts nothing. */
  readonly acquired: false
  readonly needsPresence: false
}

/**
 * Arms what was never armed: nothing from before now is due. A schedule that is known goes on after
 * its last slot, also if its task did without it meanwhile; one that is dated beyond a period and a
 * day from now begins anew, on record. What is counted from its first slot is armed by that.
 */
export function decideArming(
  state: StoreState,
  key: TaskKey,
  schedules: readonly Schedule[],
  agent: { readonly agent: string; readonly agentLabel: string },
): Decided<ArmingResult> {
  const { now, user } = state
  const result = { armed: false, acquired: false, needsPresence: false } as const
  if (!user?.signedIn || (state.record && isNewerSchema(state.record))) return { result }
  const { record, history } = enterEpoch(state, key, agent)
  const { slots } = record
  const begun = schedules.filter(
    schedule =>
      !schedule.calendar.isAnchored &&
      beginsAnew(schedule, slotOf(record, schedule.id) ?? null, now),
  )
  if (begun.length === 0) return { result }
  const armed = begun.map(
    ({ id }) => [id, { ...slotOf(record, id), anchorAt: now, lastSlot: now }] as const,
  )
  const request = { source: 'schedule', byUser: false, brings: 'nothing' } as const
  const told = begun.some(({ id }) => slotOf(record, id) !== undefined)
    ? remember(record, noteTrigger(request, 'skipped', 'clock-set-back', agent, now))
    : record
  return {
    record: {
      ...told,
      slots: { ...slots, ...Object.fromEntries(armed) },
      version: record.version + 1,
    },
    history,
    result: { ...result, armed: true },
  }
}
