/** What a sign-out means for a record: whatever belongs to an older epoch is signed out. */
import type { StoreState } from './facts.ts'
import type { HistoryRow } from './history-row.ts'
import type { TaskKey } from './key.ts'
import { emptyRecord, type TaskRecord } from './record.ts'
import type { UserRecord } from './user-record.ts'
import { endRun } from './run-end.ts'

/** Whether the user of a record is signed in and the record's work is of the present epoch. */
export function isCurrent(record: Pick<TaskRecord, 'epoch'>, user: UserRecord | null): boolean {
  return user?.signedIn === true && user.epoch === record.epoch
}

/**
 * The record in the user's present epoch; a run of an older one ends `signed-out`, what waited is
 * dropped. A cancelled run that nobody holds ends, too: an older version can only ask for that.
 */
export function enterEpoch(
  state: StoreState,
  key: TaskKey,
  agent: { readonly agent: string; readonly agentLabel: string },
): { readonly record: TaskRecord; readonly history: readonly HistoryRow[] } {
  const { user, now } = state
  const { floor } = state
  const record = state.record ?? emptyRecord(key, user?.epoch ?? floor, floor)
  const isOurs = isCurrent(record, user)
  const isCancelled = record.run?.cancel != null && record.lease === null
  if (isOurs && !isCancelled) return { record, history: [] }
  const ended = endRun(record, { status: isOurs ? 'cancelled' : 'signed-out' }, now, agent)
  return {
    record: {
      ...ended.record,
      epoch: user?.epoch ?? floor,
      lease: null,
      buffered: null,
      deferred: null,
    },
    history: ended.row ? [ended.row] : [],
  }
}
