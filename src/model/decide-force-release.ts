/** A person takes a key from its owner, whatever that still believes: the fence rises, the checkpoint stays. */
import { nextFence } from './acquire.ts'
import { isCurrent } from './epoch.ts'
import type { Decided, StoreState } from './facts.ts'
import type { TaskRecord } from './record.ts'
import { endRun } from './run-end.ts'
import { isNewerSchema } from './versions.ts'

/** The answer to a release by force. */
export type ForceReleaseResult =
  /** `fence`: the one that the key has now; what the old owner writes is refused. */
  | { readonly released: true; readonly runId: string; readonly fence: number }
  /**
   * `not-held`: nobody holds the key · `other-fence`: another owner holds it, under `fence` ·
   * `reload-needed`: a newer version of the library wrote the record.
   */
  | {
      readonly released: false
      readonly reason: 'not-held' | 'other-fence' | 'signed-out' | 'reload-needed'
      readonly fence: number | null
    }

/**
 * Compare-and-set on `fence`. The run is left as one that was handed over: whoever may run the key goes on
 * at its checkpoint. A run that was being cancelled ends, and what was buffered behind it waits no longer.
 */
export function decideForceRelease(
  state: StoreState,
  fence: number,
  agent: { readonly agent: string; readonly agentLabel: string },
): Decided<ForceReleaseResult> {
  const { record, user, now, floor } = state
  const refused = (
    reason: Extract<ForceReleaseResult, { readonly released: false }>['reason'],
  ): Decided<ForceReleaseResult> => ({
    result: { released: false, reason, fence: record?.fence ?? null },
  })
  if (!record) return refused('not-held')
  if (!isCurrent(record, user)) return refused('signed-out')
  if (isNewerSchema(record)) return refused('reload-needed')
  const { lease, run } = record
  if (!lease || !run) return refused('not-held')
  if (lease.fence !== fence) return refused('other-fence')
  const raised = {
    ...record,
    fence: nextFence(record.fence, now, floor),
    version: record.version + 1,
  }
  const result = { released: true, runId: run.runId, fence: raised.fence } as const
  if (!run.cancel) {
    return { record: { ...raised, lease: null, run: { ...run, state: 'pending' } }, result }
  }
  const ended = endRun(raised, { status: 'cancelled' }, now, agent)
  return {
    record: withoutBuffered(ended.record, now),
    history: ended.row ? [ended.row] : [],
    result,
  }
}

/** What came after the cancel is due at once; which task it is for is known to whoever starts it. */
function withoutBuffered(record: TaskRecord, now: number): TaskRecord {
  const { buffered } = record
  if (!buffered) return record
  return {
    ...record,
    buffered: null,
    deferred: { ...buffered, reason: 'cancelling', dueAt: now },
  }
}
