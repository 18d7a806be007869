/** The one record of a key: everything that decides what its next trigger does. */
import type { LastOutcome } from './history-row.ts'
import type { Json } from './json.ts'
import type { TaskKey } from './key.ts'
import { encodeKey } from './key.ts'
import type { Lease } from './lease.ts'
import type { DeferredTriggers, PendingTriggers } from './pending-triggers.ts'
import type { Run } from './run.ts'
import type { Slot } from './slot.ts'
import type { RecentDecision } from './trigger.ts'

/** The form of the records that this version writes. */
export const schemaVersion = 1

/** Everything about one key. Members that this version does not know survive a rewrite. */
export interface TaskRecord {
  readonly schemaVersion: number
  readonly key: string
  readonly userId: string
  readonly scope: string
  /** Counts the writes: the newer of two views has the larger one. */
  readonly version: number
  /** Epoch of the user that run, buffered and deferred triggers belong to. */
  readonly epoch: number
  /** The highest fence ever given. */
  readonly fence: number
  readonly lease: Lease | null
  readonly run: Run | null
  readonly buffered: PendingTriggers | null
  readonly deferred: DeferredTriggers | null
  readonly paused: { readonly at: number } | null
  readonly bookmarks: Readonly<Record<string, Bookmark>>
  readonly slots: Readonly<Record<string, Slot>>
  readonly last: LastOutcome | null
  readonly lastStartAt: number
  readonly lastSuccessAt: number
  readonly historySeq: number
  readonly recent: readonly RecentDecision[]
  readonly recentDropped: number
}

/** Last committed cursor of an incremental stage, kept across occurrences. */
export interface Bookmark {
  readonly cursor: Json
  readonly taskVersion: number
  readonly at: number
}

/**
 * The record of a key for which nothing ever happened. `floor`: above the versions of what was
 * forgotten, so that whoever missed that believes the newer.
 */
export function emptyRecord(key: TaskKey, epoch: number, floor: number): TaskRecord {
  return {
    schemaVersion,
    key: encodeKey(key),
    userId: key.userId,
    scope: key.scope,
    version: floor,
    epoch,
    fence: 0,
    lease: null,
    run: null,
    buffered: null,
    deferred: null,
    paused: null,
    bookmarks: {},
    slots: {},
    last: null,
    lastStartAt: 0,
    lastSuccessAt: 0,
    historySeq: 0,
    recent: [],
    recentDropped: 0,
  }
}
