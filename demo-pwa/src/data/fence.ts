/** How is a late write of a tab that lost its lease kept out of the app's data? */
import { TaskFailure } from 'leasehold'
import type { AccountDatabase } from './database.ts'
import type { Collection } from './rows.ts'

/** What a write must show: the fence of its run. */
export interface Fenced {
  readonly fence: number
}

/**
 * Refuses the transaction around it when a run with a higher fence wrote to the collection before.
 * A tab that was frozen between a request and its write must not put old rows over new ones.
 */
export async function raiseFence(
  database: AccountDatabase,
  collection: Collection,
  { fence }: Fenced,
): Promise<void> {
  const highest = (await database.fences.get(collection))?.fence ?? 0
  if (highest > fence) {
    throw new TaskFailure(
      'fence-rejected',
      `expected a fence of at least ${highest}, found ${fence}`,
    )
  }
  if (highest < fence) await database.fences.put({ collection, fence })
}
