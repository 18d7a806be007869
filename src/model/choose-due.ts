/** What of a key should go on now without a new trigger, and when to look again. */
import { isCurrent } from './epoch.ts'
import { remainingMs } from './due.ts'
import type { AgentFacts, TaskPolicy } from './facts.ts'
import type { DeferredTriggers } from './pending-triggers.ts'
import type { TaskRecord } from './record.ts'
import type { Wait } from './run.ts'
import { deferralSensibleMs, waitSensibleMs } from './set-back.ts'
import type { UserRecord } from './user-record.ts'
import { standsBack } from './versions.ts'

/**
 * What happened that may end a wait; `time` is the plain passing of it. An `event` of the browser, which
 * follows each call for one, says that the network is there, and no more.
 */
export type Signal = 'time' | 'online' | 'foreground' | 'resume' | 'event'

/** What is due. */
export type Due = 'pending' | 'retry' | 'deferred'

type Facts = Pick<AgentFacts, 'online' | 'gate'>

/** What may go on now; `null` when nothing. */
export function chooseDue(
  record: TaskRecord,
  user: UserRecord | null,
  facts: Facts,
  policy: TaskPolicy,
  signal: Signal,
  now: number,
): Due | null {
  const { run, deferred } = record
  if (record.lease || !isCurrent(record, user) || standsBack(record, policy)) return null
  // Asked for by an older version, which cannot end the run itself.
  if (run?.cancel) return 'pending'
  if (record.paused || facts.gate !== true) return null
  const reachable = facts.online || !policy.network
  if (run?.state === 'pending') return 'pending'
  if (run?.wait) {
    const pressed = deferred?.byUser === true && isDeferralOver(deferred, policy, now)
    return pressed || isWaitOver(run.wait, user, reachable, policy, signal, now) ? 'retry' : null
  }
  if (deferred && (deferred.byUser || reachable) && isDeferralOver(deferred, policy, now))
    return 'deferred'
  return null
}

/** When time alone makes something of this key due; `null` when it never does. */
export function nextDueAt(record: TaskRecord, user: UserRecord | null): number | null {
  if (record.lease || !isCurrent(record, user)) return null
  const { run, deferred } = record
  if (run?.cancel) return 0
  if (record.paused) return null
  if (run?.state === 'pending') return 0
  // What ends a deferral without a date is an event; the slow look finds it when the event was missed.
  const deferredUntil = deferred ? (deferred.dueAt ?? Number.POSITIVE_INFINITY) : null
  if (!run?.wait) return deferredUntil
  const { nextAttemptAt } = run.wait
  if (deferredUntil === null || !deferred?.byUser) return nextAttemptAt
  return Math.min(nextAttemptAt ?? Number.POSITIVE_INFINITY, deferredUntil)
}

function isWaitOver(
  wait: Wait,
  user: UserRecord | null,
  reachable: boolean,
  policy: TaskPolicy,
  signal: Signal,
  now: number,
): boolean {
  // Versions, not instants: a login counts in the same millisecond, and after the clock was set back.
  if (wait.reason === 'auth') return user !== null && user.version > wait.userVersion
  if (!reachable) return false
  const sensibleMs = waitSensibleMs(wait, policy)
  const cuts = signal === 'event' ? wait.reason === 'offline' : signal !== 'time'
  const isCutShort = cuts && remainingMs(wait.notBefore, now, sensibleMs) === 0
  return isCutShort || remainingMs(wait.nextAttemptAt ?? 0, now, sensibleMs) === 0
}

function isDeferralOver(deferred: DeferredTriggers, policy: TaskPolicy, now: number): boolean {
  // Without a date the reason was one of the gates that were looked at before.
  if (deferred.dueAt === null) return true
  return remainingMs(deferred.dueAt, now, deferralSensibleMs(deferred, policy)) === 0
}
