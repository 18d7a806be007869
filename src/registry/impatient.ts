/** Waits for the store, but not for ever: a database may never open, or be held by others for long. */
import { RegistryError } from '../model/error.ts'
import type { Clock } from '../port/clock.ts'
import { patienceMs } from './waits.ts'

/**
 * Settles like `work`, or rejects with `store-unavailable` after 5 s; what `work` does counts all the
 * same when it lands later. `then` says so in the words of the call.
 */
export type Impatient = <T>(work: Promise<T>, what: string, then?: string) => Promise<T>

/** Makes it. */
export function createImpatient(clock: Clock): Impatient {
  return (work, what, then = 'it counts when it lands later') =>
    new Promise((resolve, reject) => {
      const timer = clock.setTimer(patienceMs, () =>
        reject(
          new RegistryError(
            'store-unavailable',
            `the store did not answer the ${what} within 5 s: ${then}.`,
            { landed: 'unknown' },
          ),
        ),
      )
      work.finally(() => timer.cancel()).then(resolve, reject)
    })
}
