/** What of a key would be left undone if no page of the app stayed open? */
import { isCurrent } from './epoch.ts'
import type { TaskRecord } from './record.ts'
import type { UserRecord } from './user-record.ts'
import type { DecisionReason } from './trigger.ts'

/** `waits`: for an event, or for a later time · `under-way`: somebody is at it, or will be in a moment. */
export type LeftForLater = 'waits' | 'under-way'

/** What is due within this time is nobody else's business yet, ms. */
const soonMs = 60_000

/** Neither the network nor time ends these: a person, the app or a newer page does. */
const endedByOthers: readonly DecisionReason[] = ['paused', 'gate', 'reload-needed']

/** What is left of a key; `null` when there is nothing that a later look could go on with. */
export function leftForLater(
  record: TaskRecord | null,
  user: UserRecord | null,
  now: number,
): LeftForLater | null {
  if (!record || !user?.signedIn || !isCurrent(record, user) || record.paused) return null
  const { lease, run, deferred } = record
  if (lease || run?.state === 'pending') return 'under-way'
  if (run?.wait) return run.wait.reason === 'auth' ? null : 'waits'
  if (!deferred || endedByOthers.includes(deferred.reason)) return null
  return deferred.dueAt !== null && deferred.dueAt - now <= soonMs ? 'under-way' : 'waits'
}

/** Whether time alone ends what keeps a key's triggers away: one more would only put it off further. */
export function waitsForItsDate(record: TaskRecord | null, now: number): boolean {
  return !record?.run && (record?.deferred?.dueAt ?? 0) > now
}
