/** Which triggers came lately, over all keys, and what became of each? */
import type { TaskRecord } from '../model/record.ts'
import type { RecentDecision, TriggerNote } from '../model/trigger.ts'
import type { Insight } from './insight.ts'

/** One trigger, or several equal ones (`count`). */
export interface DecisionRow extends TriggerNote {
  /** The same for the same trigger in later insights. */
  readonly id: string
  readonly key: string
  readonly runId: string | null
}

/** Which triggers are wanted. */
export interface DecisionOptions {
  /** Default: all. */
  readonly admits?: (trigger: { readonly key: string; readonly at: number }) => boolean
  /** Default 2000. */
  readonly limit?: number
}

/** A trigger, before a row is made of it: there may be twenty times as many as are shown. */
interface Found {
  readonly note: TriggerNote
  readonly key: string
  readonly runId: string | null
  /** The id is made of these: a run or a key, and a number in it. */
  readonly of: string
  readonly nth: number
}

/** Derives them, the newest first; at most `limit`. */
export function deriveDecisions(
  insight: Insight,
  { admits = () => true, limit = 2_000 }: DecisionOptions = {},
): readonly DecisionRow[] {
  const found: Found[] = []
  const add = (each: Found): void => {
    if (admits({ key: each.key, at: each.note.at })) found.push(each)
  }
  for (const record of insight.records.values()) addOfRecord(record, add)
  for (const { key, runId, triggers } of insight.rows) {
    addOfRun({ runId, triggers }, key, insight.records.get(key), add)
    // Rows come the newest first: what is older than enough of them is not shown anyway.
    if (found.length > limit * 4) break
  }
  return found
    .sort((a, b) => b.note.at - a.note.at || (a.of === b.of ? b.nth - a.nth : a.of < b.of ? 1 : -1))
    .slice(0, limit)
    .map(({ note, key, runId, of, nth }) => ({ ...note, id: `${of} ${nth}`, key, runId }))
}

function addOfRecord(record: TaskRecord, add: (each: Found) => void): void {
  const { key, run, buffered, deferred } = record
  for (const each of [run, buffered, deferred]) if (each) addOfRun(each, key, record, add)
  for (const [nth, note] of recentOf(record)) add({ note, key, runId: note.runId, of: key, nth })
}

function addOfRun(
  { runId, triggers }: { readonly runId: string; readonly triggers: readonly TriggerNote[] },
  key: string,
  record: TaskRecord | undefined,
  add: (each: Found) => void,
): void {
  for (const [nth, note] of triggers.entries()) {
    if (!isAmongRecent(note, record)) add({ note, key, runId, of: runId, nth })
  }
}

/**
 * The recent decisions of a key, the oldest first, each with a number that stays: how many triggers came before it.
 * Its place in the list would not do, since what left the list is counted by triggers, and equal ones share a place.
 */
export function recentOf({
  recent,
  recentDropped,
}: TaskRecord): readonly (readonly [number, RecentDecision])[] {
  let before = recentDropped
  return recent.map(note => {
    const nth = before
    before += note.count
    return [nth, note] as const
  })
}

/** What was buffered or deferred is written down twice: with the run that is to answer it, and among the recent ones. */
function isAmongRecent({ decision, at }: TriggerNote, record: TaskRecord | undefined): boolean {
  if (decision === 'started' || decision === 'joined') return false
  const { recent = [], recentDropped = 0 } = record ?? {}
  const oldestAt = recentDropped === 0 ? Number.NEGATIVE_INFINITY : (recent[0]?.at ?? 0)
  const newest = recent.at(-1)
  return newest !== undefined && at >= oldestAt && at <= newest.at
}
