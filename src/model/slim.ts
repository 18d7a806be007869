/** The part of a record that other agents need: enough to decide what is due and to show it. */
import type { TaskRecord } from './record.ts'
import type { Run } from './run.ts'

/** The record without payloads, cursors, results, bookmarks and decisions. */
export function slimRecord(record: TaskRecord): TaskRecord {
  const { run, buffered, deferred, last } = record
  return {
    ...record,
    run: run && slimRun(run),
    buffered: buffered && { ...buffered, payload: null },
    deferred: deferred && { ...deferred, payload: null },
    last: last && { ...last, payload: null },
    bookmarks: {},
    recent: [],
  }
}

function slimRun(run: Run): Run {
  return { ...run, payload: null, result: null, checkpoint: { ...run.checkpoint, cursor: null } }
}
