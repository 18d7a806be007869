/** What does the sync button of a session ask its registry? */
import type { SyncRegistry } from 'leasehold/element'
import { firstValueFrom, skip } from 'rxjs'
import type { Collection } from '../data/rows.ts'
import type { Session } from './session.ts'
import { watchTask } from './views.ts'

/** The registry as the button of one collection sees it: no view of another account, and a press signs in first where that failed. */
export function registryOf(session: Session, collection: Collection): SyncRegistry {
  const { registry } = session.sync
  return {
    watch: () => watchTask(session, collection),
    cancel: (address, options) => registry.cancel(address, options),
    resume: (address, options) => registry.resume(address, options),
    async trigger(address, options) {
      await enterAgain(session)
      return registry.trigger(address, options)
    },
  }
}

/** Throws why it failed once more. */
async function enterAgain({ entering, again }: Session): Promise<void> {
  if (!(entering.value instanceof Error)) return
  const next = firstValueFrom(entering.pipe(skip(1)))
  again.next()
  const outcome = await next
  if (outcome instanceof Error) throw outcome
}
