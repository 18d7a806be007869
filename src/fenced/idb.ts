/** Entry `leasehold/idb`: stores in IndexedDB, and commits that write into the app's own database. */
import { createDefineTask, type DefineFencedTask } from '../run/fenced-task.ts'
import type { AppTransaction } from '../store/idb-app.ts'

export type {
  DefineFencedTask,
  FencedCommitOptions,
  FencedStageBuilder,
  FencedStageFunction,
  FencedTaskOptions,
  FencedTaskRun,
} from '../run/fenced-task.ts'
export { idbStore, type IdbStoreOptions } from '../store/idb.ts'
export {
  appIdbStore,
  type AppIdbStoreOptions,
  type AppTransaction,
  createLeaseholdStores,
} from '../store/idb-app.ts'

/**
 * Defines a task whose commits can write into the app's IndexedDB database, for a registry with
 * `appIdbStore`. Throws like `defineTask` of `leasehold`, and when `tables` names none.
 *
 * @example
 * await run.commit(page.next, {
 *   write: async tx => {
 *     for (const row of page.rows) await tx.objectStore('courses').put(row)
 *   },
 * })
 */
export const defineTask: DefineFencedTask<AppTransaction> = createDefineTask('idb')
