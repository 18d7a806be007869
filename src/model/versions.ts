/** Which record an agent stands back from, since a newer version of the library or of its task wrote it. */
import type { TaskPolicy } from './facts.ts'
import { schemaVersion, type TaskRecord } from './record.ts'

/** Whether a newer version of the library wrote the record: its members may have another form. */
export function isNewerSchema(record: Pick<TaskRecord, 'schemaVersion'>): boolean {
  return record.schemaVersion > schemaVersion
}

/**
 * Whether an agent with this policy may neither start the key nor take it over: it would misread
 * what a newer version left, and overwrite it in an older form.
 */
export function standsBack(
  record: TaskRecord | null,
  policy: Pick<TaskPolicy, 'version'>,
): boolean {
  return record !== null && (isNewerSchema(record) || newestTaskVersion(record) > policy.version)
}

/** The newest task version that left something in the record; 0 when none did. */
function newestTaskVersion({ run, last, bookmarks }: TaskRecord): number {
  return Math.max(
    run?.checkpoint.taskVersion ?? 0,
    last?.taskVersion ?? 0,
    ...Object.values(bookmarks).map(bookmark => bookmark.taskVersion),
  )
}
