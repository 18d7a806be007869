/** Entry `leasehold/dexie`: the registry in the app's own Dexie database, and commits that write there. */
import type { Transaction } from 'dexie'
import { createDefineTask, type DefineFencedTask } from '../run/fenced-task.ts'

export type {
  DefineFencedTask,
  FencedCommitOptions,
  FencedStageBuilder,
  FencedStageFunction,
  FencedTaskOptions,
  FencedTaskRun,
} from '../run/fenced-task.ts'
export { dexieStore, type DexieStoreOptions, leaseholdTables } from '../store/dexie.ts'

/**
 * Defines a task whose commits can write into the app's Dexie database, for a registry with
 * `dexieStore`. Throws like `defineTask` of `leasehold`, and when `tables` names none.
 *
 * @example
 * const courseSync = defineTask({
 *   scope: 'course_sync',
 *   tables: ['courses'],
 *   stages: stage => ({
 *     pulling: stage(async run => {
 *       for await (const page of api.changes(run.cursor))
 *         await run.commit(page.next, { write: () => db.courses.bulkPut(page.rows) })
 *     }, { cursor: type<string>(), incremental: true }),
 *   }),
 * })
 */
export const defineTask: DefineFencedTask<Transaction> = createDefineTask('dexie')
