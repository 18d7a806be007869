/** Whether a store can do what a task's commits ask of it. */
import { RegistryError } from '../model/error.ts'
import type { Store } from '../port/store.ts'
import type { AnyTask } from '../run/task.ts'

/** Throws `no-fenced-writes` when the task's commits carry writes that the store cannot run. */
export function assertFencing({ scope, definition }: AnyTask, { fenced }: Store): void {
  const wanted = definition.fenced?.kind
  if (wanted === undefined || wanted === fenced?.kind) return
  const found = fenced
    ? `one of kind '${fenced.kind}'`
    : 'one of its own, which no app can write to'
  throw new RegistryError(
    'no-fenced-writes',
    `task '${scope}' was made by defineTask of 'leasehold/${wanted}', so the registry's store must be one in the app's own database, but it is ${found}. Pass store: ${remedies[wanted] ?? `a store of kind '${wanted}'`}, or define the task with defineTask of 'leasehold'.`,
    { scope, wanted, found: fenced?.kind ?? null },
  )
}

const remedies: Readonly<Record<string, string>> = {
  dexie: "dexieStore(db) of 'leasehold/dexie'",
  idb: "appIdbStore(open) of 'leasehold/idb'",
}
