/** The bookmarks of incremental stages: where the next occurrence begins. */
import type { TaskPolicy } from './facts.ts'
import type { Json } from './json.ts'
import type { Bookmark, TaskRecord } from './record.ts'

type Bookmarks = Readonly<Record<string, Bookmark>>

/** Where a stage begins when its checkpoint says nothing; `null`: from nothing. */
export function bookmarkOf(bookmarks: Bookmarks, stage: string, policy: TaskPolicy): Json {
  const bookmark = isIncremental(stage, policy) ? bookmarks[stage] : undefined
  // A cursor of another task version may mean something else.
  return bookmark?.taskVersion === policy.version ? bookmark.cursor : null
}

/** The bookmarks after a step: the last cursor of an incremental stage, unless they were reset meanwhile. */
export function bookmarked(
  { bookmarks, run }: Pick<TaskRecord, 'bookmarks' | 'run'>,
  step: { readonly stage: string; readonly cursor?: Json },
  policy: TaskPolicy,
  now: number,
): Bookmarks {
  const { stage, cursor } = step
  if (!isIncremental(stage, policy) || cursor === undefined || run?.isReset) return bookmarks
  return {
    ...bookmarks,
    [stage]: { ...bookmarks[stage], cursor, taskVersion: policy.version, at: now },
  }
}

function isIncremental(name: string, policy: TaskPolicy): boolean {
  return policy.stages.some(stage => stage.name === name && stage.incremental)
}
