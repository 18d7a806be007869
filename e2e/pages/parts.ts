/** The task that asks the server for three parts; each becomes a row of the application. */
import { type AnyTask, defineTask, LeaseLost, type } from 'leasehold'
import { defineTask as defineFencedTask } from 'leasehold/idb'
import { putRow, rowsTable } from './rows.ts'
import type { Row } from './window.ts'

/** What the task needs of its page. */
export interface PartsDeps {
  readonly version: number
  /** The name of the tab, for its rows. */
  readonly tab: string
  /** What the stage went through is added here. */
  readonly steps: string[]
  onCall(): void
}

const partsInAll = 3
/** What all tasks of this kind have in common. */
export const common = { scope: 'parts', minIntervalMs: 0 } as const
/** How far it got: the number of the last part. */
export const cursor = type<number>()

/** Its rows lie in another database: one is written while the lease is trusted, then comes the commit. */
export function defineParts(deps: PartsDeps): AnyTask {
  return defineTask({
    ...common,
    version: deps.version,
    stages: stage => ({
      fetching: stage(
        run =>
          fetchParts(deps, run.cursor, async row => {
            await run.ensure(0)
            await putRow(row)
            await run.commit(row.part)
          }),
        { cursor },
      ),
    }),
  })
}

/** Its rows lie beside the checkpoint: each is written by its commit. */
export function defineFencedParts(deps: PartsDeps): AnyTask {
  return defineFencedTask({
    ...common,
    version: deps.version,
    tables: [rowsTable],
    stages: stage => ({
      fetching: stage(
        run =>
          fetchParts(deps, run.cursor, row =>
            run.commit(row.part, { write: tx => tx.objectStore(rowsTable).put(row) }),
          ),
        { cursor },
      ),
    }),
  })
}

/** Asks for the parts that are missing, one after the other; `keep` writes and commits a row. */
export async function fetchParts(
  { tab, steps, onCall }: PartsDeps,
  done: number | undefined,
  keep: (row: Row) => Promise<void>,
): Promise<void> {
  onCall()
  try {
    for (let part = (done ?? 0) + 1; part <= partsInAll; part += 1) {
      steps.push(`asks ${part}`)
      // Without the signal, as many apps do it: the answer comes, however late. Past the cache, in
      // which the second request for an address waits for the first.
      await fetch(`/part/${part}`, { cache: 'no-store' }).then(answer => answer.text())
      steps.push(`got ${part}`)
      await keep({ part, by: tab })
      steps.push(`committed ${part}`)
    }
  } catch (error) {
    steps.push(error instanceof LeaseLost ? `refused ${error.reason}` : String(error))
    throw error
  }
}
