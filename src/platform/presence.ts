/** Locks that end with their holder: the platform's Web Locks. */
import type { HeldLock, LockRequest, Presence } from '../port/presence.ts'

/**
 * The Web Locks of this origin. Every request answers `null` where there are none (plain http, old
 * browsers, Node before 24.5), where they are refused (sandboxed frames), in a document that is
 * gone, and for a name that begins with `-`.
 *
 * An abort ends the waiting only: who was granted a lock releases it. A release takes effect when
 * the caller's task is over: `ifAvailable`, asked for in the same breath, still finds it held.
 */
export function webLocks(): Presence {
  return { request: requestLock }
}

function requestLock(name: string, request: LockRequest): Promise<HeldLock | null> {
  const { mode, ifAvailable, signal } = request
  return new Promise(resolve => {
    const giveUp = (): void => resolve(null)
    const onGranted = (lock: Lock | null): Promise<void> | undefined => {
      // An abort may meet a grant that is on its way. Returning releases the lock; holding it would
      // leave it with a caller that was told `null` and releases nothing.
      if (!lock || signal?.aborted) {
        giveUp()
        return undefined
      }
      return new Promise<void>(release => resolve({ release }))
    }
    const locks = lockManager()
    if (!locks || signal?.aborted) {
      giveUp()
      return
    }
    // The platform refuses `ifAvailable` together with a signal (NotSupportedError).
    const options = ifAvailable ? { mode, ifAvailable } : signal ? { mode, signal } : { mode }
    try {
      locks.request(name, options, onGranted).catch(giveUp)
    } catch {
      giveUp()
    }
  })
}

function lockManager(): LockManager | null {
  if (typeof navigator === 'undefined') return null
  return (navigator as { readonly locks?: LockManager }).locks ?? null
}
