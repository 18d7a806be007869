/** What a record that changed says to the run that this agent holds. */
import { isCurrent } from '../model/epoch.ts'
import type { UserRecord } from '../model/user-record.ts'
import type { Holding } from '../run/holding.ts'
import type { KnownKey } from './mirror.ts'

/** Stops the run when its user left, somebody cancelled it, or the key is another's. */
export function reconcile(
  holding: Holding,
  { record, loaded }: KnownKey,
  user: UserRecord | null,
): void {
  if (!record) {
    // Its user was forgotten, or the database is another: nothing of the run is left.
    if (loaded) holding.abort(user && !user.signedIn ? 'signed-out' : 'lease-lost')
    return
  }
  const isMine = record.lease?.owner === holding.owner && record.fence === holding.fence
  if (!isCurrent(record, user)) holding.abort('signed-out')
  else if (isMine && record.run?.cancel) holding.abort(record.run.cancel.reason)
  else if (!isMine && record.fence > holding.fence) holding.abort('lease-lost')
}
